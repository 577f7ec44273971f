package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionState;
import dev.deft.codec.JsonBytes;
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

/// Writes the log of a session: numbers, chains and signs its entries.
final class FileLease implements SessionLease {

    /// At most this many entries are read again after a process was killed.
    private static final int CHECKPOINT_INTERVAL = 10_000;

    private final LogFiles files;
    private final LockFile lock;
    private final LogFile log;
    private final LogOpening opening;
    private final SessionState state;
    private final List<String> warnings;
    private final LogPosition context;
    private final long before;

    /// Sessions with a generated id write no checkpoints.
    private final boolean checkpoints;

    /// The state that no checkpoint has saved yet.
    private Optional<LogState> unsaved;

    private volatile long savedTo;
    private boolean linear = true;
    private String instanceId;
    private String lastHash;
    private long last;
    private volatile long checkpointDue = Long.MAX_VALUE;
    private volatile long adoptionDue = Long.MAX_VALUE;
    private boolean deleted;

    /// The lines of the last entries, which are written together with the next one.
    private final List<byte[]> held = new ArrayList<>(1);

    private final AtomicBoolean closed = new AtomicBoolean();

    private FileLease(
            LogFiles files,
            LockFile lock,
            LogFile log,
            LogOpening opening,
            LogOpening.Opened opened,
            boolean checkpoints) {
        LogState known = opened.state();
        this.files = files;
        this.lock = lock;
        this.log = log;
        this.opening = opening;
        this.checkpoints = checkpoints;
        this.state = known.session();
        this.warnings = opened.warnings();
        this.context = known.context();
        this.before = known.highest();
        this.unsaved = opened.fromCheckpoint() ? Optional.empty() : Optional.of(known);
        this.savedTo = known.end().at().position();
        this.instanceId = known.instanceId();
        this.lastHash = known.end().link().hash();
        this.last = before;
    }

    /// Opens the log of a session, or creates it.
    ///
    /// @param lock closed with the lease, or if opening fails
    static FileLease open(LogFiles files, LockFile lock, boolean checkpoints) throws IOException {
        try {
            LogFile log = LogFile.open(files.log());
            try {
                return open(files, lock, log, checkpoints);
            } catch (IOException e) {
                log.close();
                throw e;
            }
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    private static FileLease open(LogFiles files, LockFile lock, LogFile log, boolean checkpoints)
            throws IOException {
        List<String> warnings = new ArrayList<>();
        var opening = new LogOpening(files.log(), files.id(), files.owner(), key(files, warnings));
        LogOpening.Opened opened = opening.open(log.isNew());
        warnings.addAll(opened.warnings());
        boolean foreign = opened.state().isForeign();
        if (checkpoints && (log.isNew() || (foreign && !opening.hasCheckpoint()))) {
            files.directory().quarantine();
        }
        var lease =
                new FileLease(
                        files,
                        lock,
                        log,
                        opening,
                        new LogOpening.Opened(opened.state(), warnings, opened.fromCheckpoint()),
                        checkpoints);
        if (checkpoints && foreign) {
            lease.saveCheckpoint();
        }
        return lease;
    }

    /// Without a key the session still works, but its values are not trusted when it is reopened.
    private static Optional<LogKey> key(LogFiles files, List<String> warnings) {
        try {
            return Optional.of(files.owner().key());
        } catch (IOException e) {
            warnings.add(LogWarning.unsigned(files.id(), String.valueOf(e)));
            return Optional.empty();
        }
    }

    @Override
    public SessionState state() {
        return state;
    }

    /// All entries so far are durable: a rewound log is read from its file.
    @Override
    public synchronized SessionState reread() throws IOException {
        writeHeld(Long.MAX_VALUE);
        return opening.open(false).state().session();
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    /// Derived from the hash of the first entry.
    @Override
    public synchronized Optional<String> instanceId() {
        return instanceId.isEmpty() ? Optional.empty() : Optional.of(instanceId);
    }

    @Override
    public synchronized long put(Json.Obj entry) throws IOException {
        return put(entry, last, true);
    }

    @Override
    public synchronized long put(Json.Obj entry, long parent) throws IOException {
        return put(entry, parent, true);
    }

    /// Appends an entry of somebody else, without a signature.
    synchronized long putUnsigned(Json.Obj entry) throws IOException {
        return put(entry, last, false);
    }

    /// Holds the line of the entry until the next one is written, or somebody asks for it.
    @Override
    public synchronized long putBeforeNext(Json.Obj entry) throws IOException {
        Line line = line(entry, last, true);
        LogFile.requireFitting(line.bytes);
        held.add(line.bytes);
        return chained(line, entry);
    }

    private long put(Json.Obj entry, long parent, boolean signed) throws IOException {
        Line line = line(entry, parent, signed);
        if (held.isEmpty()) {
            log.put(List.of(line.bytes));
        } else {
            List<byte[]> lines = new ArrayList<>(held);
            lines.add(line.bytes);
            log.put(lines);
            held.clear();
        }
        return chained(line, entry);
    }

    /// Writes what is held, if an entry is among it.
    private synchronized void writeHeld(long id) throws IOException {
        if (!held.isEmpty() && id > last - held.size()) {
            log.put(held);
            held.clear();
        }
    }

    /// An entry as the log has it.
    @SuppressWarnings("ArrayRecordComponent")
    private record Line(byte[] bytes, String hash) {}

    private Line line(Json.Obj entry, long parent, boolean signed) throws IOException {
        if (deleted) {
            throw new IOException("The session %s was deleted.".formatted(files.id().value()));
        }
        byte[] text =
                JsonBytes.of(
                        entry.with("id", Json.Num.of(last + 1))
                                .with("parent", Json.Num.of(parent)));
        String hash = EntryHash.of(lastHash, text);
        Optional<String> mac =
                signed ? opening.key().map(it -> it.sign(files.id(), hash)) : Optional.empty();
        return new Line(EntryHash.line(text, hash, mac), hash);
    }

    /// Further entries follow this one.
    ///
    /// @return its id
    private long chained(Line line, Json.Obj entry) {
        instanceId = instanceId.isEmpty() ? EntryHash.of(EntryHash.INITIAL, line.hash) : instanceId;
        lastHash = line.hash;
        last++;
        schedule(entry.text("role").orElse(""));
        return last;
    }

    /// Schedules a checkpoint after a summary: such a session is long, and must reopen quickly
    /// after a crash.
    private void schedule(String role) {
        if (role.equals("compaction") || last % CHECKPOINT_INTERVAL == 0) {
            checkpointDue = Math.min(checkpointDue, last);
        }
        if (role.equals(EntryJson.ADOPTED)) {
            adoptionDue = Math.min(adoptionDue, last);
        }
    }

    @Override
    public void await(long id) throws IOException {
        writeHeld(id);
        log.awaitDurable(id - before);
        if (id >= adoptionDue) {
            adoptionDue = Long.MAX_VALUE;
            files.directory().restore();
        }
        if (id >= checkpointDue) {
            checkpointDue = Long.MAX_VALUE;
            checkpointIfLonger();
        }
    }

    @Override
    public void read(long after, Consumer<Json.Obj> reader) throws IOException {
        writeHeld(Long.MAX_VALUE);
        LogPosition from = after == context.link().id() ? context : LogPosition.START;
        files.read(from.at(), log.end(), after, reader);
    }

    /// Saves how far the log was read, so that the next start reads only the rest. A failure costs
    /// only time.
    private void checkpointIfLonger() {
        if (checkpoints && log.end() > savedTo) {
            saveCheckpoint();
        }
    }

    private void saveCheckpoint() {
        try {
            boolean _ = Uninterrupted.call(this::trySave);
        } catch (IOException e) {
            ErrorLog.log(
                    System.Logger.Level.DEBUG, () -> "saving the checkpoint of a log failed", e);
        }
    }

    /// A rewound log is read from its start when it is opened next. The saved state is not held in
    /// memory: a session may be idle for long.
    private synchronized boolean trySave() throws IOException {
        Optional<LogState> from = unsaved.isPresent() ? unsaved : opening.checkpoint();
        Optional<LogState> now =
                linear && from.isPresent() ? opening.advance(from.get()) : Optional.empty();
        linear = now.isPresent();
        if (linear) {
            opening.save(now.get());
            unsaved = Optional.empty();
            savedTo = now.get().end().at().position();
        }
        return linear;
    }

    @Override
    public synchronized void delete() throws IOException {
        deleted = true;
        held.clear();
        files.directory().remove();
        files.owner().deleteFiles(files.id());
        Files.deleteIfExists(files.torn());
        Files.deleteIfExists(files.log());
    }

    private synchronized boolean isDeleted() {
        return deleted;
    }

    /// Does not hold the lock of this lease: another thread saves the checkpoint.
    @Override
    public void close() throws IOException {
        if (closed.getAndSet(true)) {
            return;
        }
        try (lock;
                log) {
            if (!isDeleted()) {
                writeHeld(Long.MAX_VALUE);
                checkpointIfLonger();
            }
        }
    }
}
