package dev.deft.agent.session;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The entries of a session on the disk, numbered and chained, for the one process that writes.
final class EntryChain implements AutoCloseable {

    static final String ENDING = ".jsonl";

    private final Lease lease;
    private final LogFile log;
    private String lastHash = EntryHash.FIRST;
    private long last;
    private List<Entry> found = new ArrayList<>();

    private EntryChain(Lease lease, LogFile log) {
        this.lease = lease;
        this.log = log;
    }

    /// Where an entry was put.
    ///
    /// @param ticket what to wait for until it is on the disk
    record Place(long id, long parent, long ticket) {}

    static Path file(Path sessions, SessionId id) {
        return sessions.resolve(id.value() + ENDING);
    }

    /// Opens the log of a session, or makes it.
    ///
    /// @throws IOException when another process has the session; it says who
    static EntryChain open(Path sessions, SessionId id, EntryClock clock) throws IOException {
        Lease lease = Lease.take(sessions, id, clock.now());
        try {
            return open(lease, sessions, id, clock);
        } catch (IOException e) {
            lease.close();
            throw e;
        }
    }

    private static EntryChain open(Lease lease, Path sessions, SessionId id, EntryClock clock)
            throws IOException {
        LogFile log = LogFile.open(sessions, id.value() + ENDING);
        try {
            var chain = new EntryChain(lease, log);
            for (Json.Obj line : LogReader.entries(file(sessions, id))) {
                chain.follow(line, clock);
            }
            return chain;
        } catch (IOException e) {
            log.close();
            throw e;
        }
    }

    private void follow(Json.Obj line, EntryClock clock) {
        Entry entry = EntryJson.read(line);
        lastHash = line.text("hash").orElse(lastHash);
        last = Math.max(last, entry.id());
        clock.seen(entry.at());
        found.add(entry);
    }

    /// What was in the log when it was opened, once.
    List<Entry> takeFound() {
        List<Entry> all = found;
        found = List.of();
        return all;
    }

    /// Puts an entry behind the others; it may not be on the disk yet.
    synchronized Place put(Json.Obj entry) throws IOException {
        return put(entry, last);
    }

    /// Puts an entry that goes on from an earlier one.
    synchronized Place put(Json.Obj entry, long parent) throws IOException {
        String words =
                JsonText.write(
                        entry.with("id", Json.Num.of(last + 1))
                                .with("parent", Json.Num.of(parent)));
        String hash = EntryHash.of(lastHash, words);
        long ticket = log.put(EntryHash.sealed(words, hash));
        lastHash = hash;
        last++;
        return new Place(last, parent, ticket);
    }

    /// Waits until an entry, and all before it, are on the disk.
    void await(Place place) throws IOException {
        log.awaitDurable(place.ticket());
    }

    @Override
    public void close() throws IOException {
        try (lease) {
            log.close();
        }
    }
}
