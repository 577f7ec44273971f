package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionState;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.output.ErrorLog;
import dev.deft.state.Uninterrupted;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// The log of a session for the one that writes to it: entries are numbered, chained and signed.
final class FileLease implements SessionLease {

    /// So many entries at most are read again where a process was killed.
    private static final int MARKED_EVERY = 10_000;

    private final LogFiles files;
    private final LockFile lock;
    private final LogFile log;
    private final LogOpening opening;
    private final SessionState state;
    private final List<String> warnings;
    private final LogPosition context;
    private final long before;

    /// Passing sessions leave nothing in the user's own directory.
    private final boolean marking;

    /// What was learned of the log and no mark says.
    private Optional<LogState> unmarked;

    private volatile long markedTo;
    private boolean straight = true;
    private String birth;
    private String lastHash;
    private long last;
    private volatile long toMark = Long.MAX_VALUE;
    private volatile long toAdopt = Long.MAX_VALUE;
    private boolean deleted;
    private final AtomicBoolean closed = new AtomicBoolean();

    private FileLease(
            LogFiles files,
            LockFile lock,
            LogFile log,
            LogOpening opening,
            LogOpening.Opened opened,
            boolean marking) {
        LogState known = opened.state();
        this.files = files;
        this.lock = lock;
        this.log = log;
        this.opening = opening;
        this.marking = marking;
        this.state = known.session();
        this.warnings = opened.warnings();
        this.context = known.context();
        this.before = known.highest();
        this.unmarked = opened.fromCheckpoint() ? Optional.empty() : Optional.of(known);
        this.markedTo = known.end().at().position();
        this.birth = known.instanceId();
        this.lastHash = known.end().link().hash();
        this.last = before;
    }

    /// Opens the log of a session, or makes it.
    ///
    /// @param lock is closed with the lease, and where this fails
    static FileLease open(LogFiles files, LockFile lock, boolean marking) throws IOException {
        try {
            LogFile log = LogFile.open(files.log());
            try {
                return open(files, lock, log, marking);
            } catch (IOException e) {
                log.close();
                throw e;
            }
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    private static FileLease open(LogFiles files, LockFile lock, LogFile log, boolean marking)
            throws IOException {
        List<String> told = new ArrayList<>();
        var opening = new LogOpening(files.log(), files.id(), files.owner(), key(files, told));
        LogOpening.Opened opened = opening.open(log.isNew());
        told.addAll(opened.warnings());
        boolean foreign = opened.state().isForeign();
        if (marking && (log.isNew() || (foreign && !opening.hasCheckpoint()))) {
            files.directory().quarantine();
        }
        var lease =
                new FileLease(
                        files,
                        lock,
                        log,
                        opening,
                        new LogOpening.Opened(opened.state(), told, opened.fromCheckpoint()),
                        marking);
        if (marking && foreign) {
            lease.mark();
        }
        return lease;
    }

    /// Without a key a session works all the same; nothing it keeps is obeyed later.
    private static Optional<LogKey> key(LogFiles files, List<String> told) {
        try {
            return Optional.of(files.owner().key());
        } catch (IOException e) {
            told.add(LogWarning.unsigned(files.id(), String.valueOf(e)));
            return Optional.empty();
        }
    }

    @Override
    public SessionState state() {
        return state;
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    /// Made of the hash of the first entry.
    @Override
    public synchronized Optional<String> instanceId() {
        return birth.isEmpty() ? Optional.empty() : Optional.of(birth);
    }

    @Override
    public synchronized long put(Json.Obj entry) throws IOException {
        return put(entry, last, true);
    }

    @Override
    public synchronized long put(Json.Obj entry, long parent) throws IOException {
        return put(entry, parent, true);
    }

    /// Puts an entry that somebody else wrote: it is not signed.
    synchronized long putUnsigned(Json.Obj entry) throws IOException {
        return put(entry, last, false);
    }

    private long put(Json.Obj entry, long parent, boolean own) throws IOException {
        if (deleted) {
            throw new IOException("The session %s was deleted.".formatted(files.id().value()));
        }
        String words =
                JsonText.write(
                        entry.with("id", Json.Num.of(last + 1))
                                .with("parent", Json.Num.of(parent)));
        String hash = EntryHash.of(lastHash, words);
        Optional<String> mac =
                own ? opening.key().map(it -> it.sign(files.id(), hash)) : Optional.empty();
        long ticket = log.put(EntryHash.withHash(words, hash, mac));
        birth = birth.isEmpty() ? EntryHash.of(EntryHash.INITIAL, hash) : birth;
        lastHash = hash;
        last = before + ticket;
        note(entry.text("role").orElse(""));
        return last;
    }

    /// A session that sums up is long: whoever is killed in it should not have to read it all.
    private void note(String role) {
        if (role.equals("compaction") || last % MARKED_EVERY == 0) {
            toMark = Math.min(toMark, last);
        }
        if (role.equals(EntryJson.ADOPTED)) {
            toAdopt = Math.min(toAdopt, last);
        }
    }

    @Override
    public void await(long id) throws IOException {
        log.awaitDurable(id - before);
        if (id >= toAdopt) {
            toAdopt = Long.MAX_VALUE;
            files.directory().restore();
        }
        if (id >= toMark) {
            toMark = Long.MAX_VALUE;
            markIfLonger();
        }
    }

    @Override
    public void read(long after, Consumer<Json.Obj> reader) throws IOException {
        LogPosition from = after == context.link().id() ? context : LogPosition.START;
        files.read(from.at(), log.end(), after, reader);
    }

    /// Marks how far the log is known, so that it is read only from there on. It can be done
    /// without.
    private void markIfLonger() {
        if (marking && log.end() > markedTo) {
            mark();
        }
    }

    private void mark() {
        try {
            boolean _ = Uninterrupted.call(this::tryMark);
        } catch (IOException e) {
            ErrorLog.log(System.Logger.Level.DEBUG, () -> "a log was not marked", e);
        }
    }

    /// A log that went back is read anew by whoever opens it next. What is marked is not kept in
    /// memory: a session may be at rest for long.
    private synchronized boolean tryMark() throws IOException {
        Optional<LogState> from = unmarked.isPresent() ? unmarked : opening.mark();
        Optional<LogState> now =
                straight && from.isPresent() ? opening.advance(from.get()) : Optional.empty();
        straight = now.isPresent();
        if (straight) {
            opening.mark(now.get());
            unmarked = Optional.empty();
            markedTo = now.get().end().at().position();
        }
        return straight;
    }

    @Override
    public synchronized void delete() throws IOException {
        deleted = true;
        files.directory().remove();
        files.owner().deleteFiles(files.id());
        Files.deleteIfExists(files.torn());
        Files.deleteIfExists(files.log());
    }

    private synchronized boolean isDeleted() {
        return deleted;
    }

    /// Not under the lock of this lease: another thread marks.
    @Override
    public void close() throws IOException {
        if (closed.getAndSet(true)) {
            return;
        }
        if (!isDeleted()) {
            markIfLonger();
        }
        try (lock) {
            log.close();
        }
    }
}
