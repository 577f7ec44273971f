package dev.deft.search.grep;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Collects the matches of all threads and sorts them, however many there are.
///
/// Matches that do not fit into memory go to temporary files, as sorted runs that are merged at the
/// end. If there are more than [#MAX_BYTES] bytes, the first ones in sort order are kept; the
/// others are only counted.
public final class Collector implements AutoCloseable {

    private static final long MAX_IN_MEMORY = 32 << 20;
    static final long MAX_BYTES = 256L << 20;

    /// What stands in a name for bytes that are not UTF-8.
    private static final char REPLACEMENT = '\uFFFD';

    private final LineQuery query;
    private final int prefix;
    private final SkippedPathCollector notReached;
    private final SkippedPathCollector abandoned;
    private final long maxInMemory;
    private final long maxBytes;
    private List<FileMatches> inMemory = new ArrayList<>();
    private final List<SortedRun> runs = new ArrayList<>();
    private Optional<FileMatches> last = Optional.empty();
    private long weight;
    private long spilled;
    private long total;
    private int files;

    public Collector(LineQuery query, int prefix) {
        this(query, prefix, MAX_IN_MEMORY, MAX_BYTES);
    }

    Collector(LineQuery query, int prefix, long mostHeld, long mostKept) {
        this.query = query;
        this.prefix = prefix;
        this.notReached = new SkippedPathCollector(query.readable(), prefix);
        this.abandoned = new SkippedPathCollector(query.readable(), prefix);
        this.maxInMemory = mostHeld;
        this.maxBytes = mostKept;
    }

    /// Prepares for the matches of a file; returns whether they may be shown. Called once for each
    /// file with a match.
    boolean begin(byte[] path, MatchWriter writer) {
        String name = new String(path, prefix, path.length - prefix, UTF_8);
        if (!query.readable().test(name)) {
            return false;
        }
        synchronized (this) {
            files++;
        }
        if (query.namePrefix().isEmpty() && name.indexOf(REPLACEMENT) < 0) {
            writer.begin(path, name, path, prefix);
        } else {
            String shown = query.namePrefix() + name;
            writer.begin(path, shown, shown.getBytes(UTF_8), 0);
        }
        return true;
    }

    public SkippedPathCollector notReached() {
        return notReached;
    }

    SkippedPathCollector abandoned() {
        return abandoned;
    }

    synchronized void add(FileMatches part) {
        total += part.size();
        if (isAfterLast(part)) {
            return;
        }
        inMemory.add(part);
        weight += part.weight();
        if (weight > maxInMemory) {
            makeRoom();
        }
    }

    private boolean isAfterLast(FileMatches part) {
        return last.isPresent() && FileMatches.IN_ORDER.compare(part, last.get()) > 0;
    }

    /// If no temporary file can be written, only the first half of the matches is kept.
    private void makeRoom() {
        inMemory.sort(FileMatches.IN_ORDER);
        if (query.sink().isEmpty()) {
            truncate(query.limit(), Long.MAX_VALUE);
            return;
        }
        try {
            spill();
        } catch (IOException _) {
            truncate(Long.MAX_VALUE, maxInMemory / 2);
        }
    }

    private void spill() throws IOException {
        long bytes = inMemory.stream().mapToLong(FileMatches::written).sum();
        runs.add(onDisk(SortedRun.inMemory(inMemory), Long.MAX_VALUE));
        spilled += bytes;
        inMemory = new ArrayList<>();
        weight = 0;
        if (spilled > 2 * maxBytes) {
            SortedRun first = onDisk(SortedRun.merged(runs), maxBytes);
            for (SortedRun run : runs) {
                run.close();
            }
            runs.clear();
            runs.add(first);
            spilled = maxBytes;
        }
    }

    /// Writes parts of a run until they reach `most` bytes; if some are left, the last one written
    /// becomes the upper bound.
    private SortedRun.OnDisk onDisk(SortedRun from, long most) throws IOException {
        var run = new SortedRun.OnDisk();
        boolean done = false;
        try {
            long bytes = 0;
            while (from.hasNext()) {
                FileMatches part = from.next();
                run.add(part);
                bytes += part.written();
                if (bytes > most) {
                    last = Optional.of(part);
                    break;
                }
            }
            run.rewind();
            done = true;
            return run;
        } finally {
            if (!done) {
                run.close();
            }
        }
    }

    private void truncate(long matches, long most) {
        List<FileMatches> first = new ArrayList<>();
        long count = 0;
        weight = 0;
        for (FileMatches part : inMemory) {
            if (!first.isEmpty() && (count >= matches || weight > most)) {
                last = Optional.of(first.getLast());
                break;
            }
            first.add(part);
            count += part.size();
            weight += part.weight();
        }
        inMemory = first;
    }

    /// Passes all kept matches to the sink, and the first ones to the result.
    public synchronized GrepOutcome.Found finish(int unreadable)
            throws IOException, InterruptedException {
        inMemory.sort(FileMatches.IN_ORDER);
        runs.add(SortedRun.inMemory(inMemory));
        SortedRun all = runs.size() == 1 ? runs.getFirst() : SortedRun.merged(runs);
        List<Match> matches = new ArrayList<>();
        long bytes = 0;
        while (all.hasNext() && bytes <= maxBytes) {
            FileMatches part = all.next();
            if (isAfterLast(part)) {
                break;
            }
            deliver(part, matches);
            bytes += part.written();
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (query.sink().isEmpty() && matches.size() >= query.limit()) {
                break;
            }
        }
        return new GrepOutcome.Found(matches, total, files, unreadable, abandoned.paths());
    }

    private void deliver(FileMatches part, List<Match> matches) throws IOException {
        if (query.sink().isPresent()) {
            query.sink().get().accept(part);
        }
        for (int i = 0; i < part.size() && matches.size() < query.limit(); i++) {
            matches.add(part.line(i).match(query.textLimit()));
        }
    }

    @Override
    public synchronized void close() throws IOException {
        for (SortedRun run : runs) {
            run.close();
        }
    }
}
