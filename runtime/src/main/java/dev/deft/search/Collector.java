package dev.deft.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Gathers the matches of all threads and brings them into order.
///
/// Up to a bound everything is held and sorted at the end. Beyond it, what is held goes to the sink
/// as one sorted run, and only what the answer can still show stays.
final class Collector {

    private static final long MOST_HELD = 32 << 20;
    private static final Comparator<FileMatches> BY_PATH =
            (a, b) -> Arrays.compareUnsigned(a.path(), b.path());

    private final GrepQuery query;
    private final int prefix;
    private final List<FileMatches> held = new ArrayList<>();
    private List<FileMatches> shown = new ArrayList<>();
    private long weight;
    private long total;
    private int files;

    Collector(GrepQuery query, int prefix) {
        this.query = query;
        this.prefix = prefix;
    }

    synchronized void add(FileMatches matches) throws IOException {
        held.add(matches);
        files++;
        total += matches.size();
        weight += matches.weight();
        if (weight > MOST_HELD) {
            flush();
        }
    }

    private void flush() throws IOException {
        held.sort(BY_PATH);
        if (query.sink().isPresent()) {
            send(query.sink().get());
        }
        shown.addAll(held);
        shown.sort(BY_PATH);
        long count = 0;
        List<FileMatches> kept = new ArrayList<>();
        for (FileMatches file : shown) {
            if (count >= query.limit()) {
                break;
            }
            kept.add(file);
            count += file.size();
        }
        shown = kept;
        held.clear();
        weight = 0;
    }

    private void send(Sink<Match> sink) throws IOException {
        for (FileMatches file : held) {
            for (int i = 0; i < file.size(); i++) {
                sink.accept(file.match(i, prefix, Integer.MAX_VALUE));
            }
        }
    }

    synchronized GrepOutcome.Found finish(int unreadable) throws IOException {
        flush();
        List<Match> matches = new ArrayList<>();
        for (FileMatches file : shown) {
            for (int i = 0; i < file.size() && matches.size() < query.limit(); i++) {
                matches.add(file.match(i, prefix, query.textLimit()));
            }
        }
        return new GrepOutcome.Found(matches, total, files, unreadable);
    }
}
