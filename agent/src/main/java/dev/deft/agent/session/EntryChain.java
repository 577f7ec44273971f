package dev.deft.agent.session;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.run.Trouble;
import dev.deft.state.FileLocks;
import dev.deft.state.Uninterrupted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The entries of a session on the disk, numbered and chained, for the one process that writes.
final class EntryChain implements AutoCloseable {

    static final String ENDING = ".jsonl";

    private final Lease lease;
    private final LogFile log;
    private final LogOpening opening;
    private final LogState state;
    private final List<String> told;
    private String begun = "";
    private String lastHash;
    private long last;
    private boolean straight = true;

    private EntryChain(Lease lease, LogFile log, LogOpening opening, LogOpening.Opened opened) {
        this.lease = lease;
        this.log = log;
        this.opening = opening;
        this.state = opened.state();
        this.told = opened.told();
        this.lastHash = state.end().link().hash();
        this.last = state.highest();
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
    static EntryChain open(
            FileLocks locks, Path sessions, SessionOwner owner, SessionId id, EntryClock clock)
            throws IOException {
        Lease lease = Lease.take(locks, sessions, id, clock.now());
        try {
            return open(lease, sessions, owner, id, clock);
        } catch (IOException e) {
            lease.close();
            throw e;
        }
    }

    private static EntryChain open(
            Lease lease, Path sessions, SessionOwner owner, SessionId id, EntryClock clock)
            throws IOException {
        LogFile log = LogFile.open(sessions, id.value() + ENDING);
        try {
            List<String> told = new ArrayList<>();
            var opening = new LogOpening(file(sessions, id), id, owner, key(owner, id, told));
            LogOpening.Opened opened = opening.open(log.isNew());
            told.addAll(opened.told());
            clock.seen(opened.state().at());
            return new EntryChain(lease, log, opening, new LogOpening.Opened(opened.state(), told));
        } catch (IOException e) {
            log.close();
            throw e;
        }
    }

    /// Without a key a session works all the same; nothing it keeps is obeyed later.
    private static Optional<LogKey> key(SessionOwner owner, SessionId id, List<String> told) {
        try {
            return Optional.of(owner.key());
        } catch (IOException e) {
            told.add(LogTrouble.unsigned(id, String.valueOf(e)));
            return Optional.empty();
        }
    }

    /// What the log told when it was opened.
    LogState state() {
        return state;
    }

    /// What a person should know about the log.
    List<String> told() {
        return told;
    }

    /// Whether the session was never open here before: its log was made just now, or somebody else
    /// began it.
    boolean isNewHere() {
        return log.isNew() || (state.isForeign() && !opening.isMarked());
    }

    /// The entries of the conversation that no summary stands for.
    List<Entry> entries() throws IOException {
        return opening.entries(state.context(), log.end());
    }

    /// The hash of the first entry, by which one log is told from another of the same name.
    synchronized String birth() {
        String first = begun.isEmpty() ? "" : EntryHash.of(EntryHash.FIRST, begun);
        return state.birth().isEmpty() ? first : state.birth();
    }

    /// Puts an entry behind the others; it may not be on the disk yet.
    synchronized Place put(Json.Obj entry) throws IOException {
        return put(entry, last, true);
    }

    /// Puts an entry that goes on from an earlier one.
    synchronized Place put(Json.Obj entry, long parent) throws IOException {
        return put(entry, parent, true);
    }

    /// Puts an entry that somebody else wrote: it is not signed.
    synchronized Place putForeign(Json.Obj entry) throws IOException {
        return put(entry, last, false);
    }

    private Place put(Json.Obj entry, long parent, boolean own) throws IOException {
        String words =
                JsonText.write(
                        entry.with("id", Json.Num.of(last + 1))
                                .with("parent", Json.Num.of(parent)));
        String hash = EntryHash.of(lastHash, words);
        Optional<String> mac =
                own ? opening.key().map(it -> it.sign(opening.id(), hash)) : Optional.empty();
        long ticket = log.put(EntryHash.sealed(words, hash, mac));
        begun = begun.isEmpty() ? hash : begun;
        lastHash = hash;
        last++;
        return new Place(last, parent, ticket);
    }

    /// Waits until an entry, and all before it, are on the disk.
    void await(Place place) throws IOException {
        log.awaitDurable(place.ticket());
    }

    /// Marks how far the log is known, so that it is read only from there on. It can be done
    /// without.
    void mark() {
        if (log.end() > state.end().at().position()) {
            markAnyway();
        }
    }

    void markAnyway() {
        try {
            boolean _ = Uninterrupted.call(this::tryMark);
        } catch (IOException e) {
            Trouble.log(System.Logger.Level.DEBUG, () -> "a log was not marked", e);
        }
    }

    /// A log that went back is read anew by whoever opens it next.
    private synchronized boolean tryMark() throws IOException {
        straight = straight && opening.goOn(state).isPresent();
        if (straight) {
            opening.mark(state);
        }
        return straight;
    }

    @Override
    public void close() throws IOException {
        try (lease) {
            log.close();
        }
    }
}
