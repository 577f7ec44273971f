package dev.deft.postgres.session;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionState;
import dev.deft.json.Json;
import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import dev.deft.postgres.member.Membership;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Writes to a session. Entries wait in memory until somebody waits for one of them; then all of
/// them are one statement, which checks the fence: a server that lost the lease, however long it
/// was paused, writes nothing.
final class PostgresLease implements SessionLease {

    /// How long an append waits for a database that does not answer. Its entries are not lost
    /// meanwhile, and nobody else can write unless this server counts as dead.
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(2);

    private final SessionId id;
    private final Database database;
    private final SessionReading reading;
    private final SessionRewrite rewriting;
    private final Membership membership;
    private final SessionRows.Held held;
    private final SessionState state;
    private final Runnable unreserve;
    private final Removal removal;

    /// Held while entries are written; never while one is put.
    private final ReentrantLock writing = new ReentrantLock();

    private GrowingSummary summary;
    private List<SessionRows.Row> waiting = new ArrayList<>();
    private List<GrowingSummary.EntryWords> words = new ArrayList<>();
    private boolean rewound;
    private long last;
    private long durable;
    private Optional<IOException> failed = Optional.empty();
    private boolean closed;

    /// Removes the files of a deleted session.
    @FunctionalInterface
    interface Removal {

        void run() throws IOException;
    }

    /// What a lease needs of its store.
    record Store(
            Database database,
            SessionReading reading,
            SessionRewrite rewriting,
            Membership membership) {}

    /// @param entries of the session so far
    /// @param unreserve lets others in this process take the session
    /// @param removal removes what lies about the session in the workspace
    PostgresLease(
            SessionId id,
            Store store,
            SessionRows.Held held,
            List<Json.Obj> entries,
            Runnable unreserve,
            Removal removal) {
        this.id = id;
        this.database = store.database();
        this.reading = store.reading();
        this.rewriting = store.rewriting();
        this.membership = store.membership();
        this.held = held;
        this.state = SessionState.of(entries);
        this.summary = GrowingSummary.of(id.value(), entries, new ArrayList<>());
        this.last = held.last();
        this.durable = last;
        this.unreserve = unreserve;
        this.removal = removal;
    }

    @Override
    public SessionState state() {
        return state;
    }

    /// The database is trusted: who can write to it is up to its roles.
    @Override
    public List<String> warnings() {
        return List.of();
    }

    @Override
    public synchronized Optional<String> instanceId() {
        return last == 0 ? Optional.empty() : Optional.of(held.instance());
    }

    @Override
    public synchronized long put(Json.Obj entry) throws IOException {
        return put(entry, last);
    }

    @Override
    public synchronized long put(Json.Obj entry, long parent) throws IOException {
        requireOpen();
        long number = last + 1;
        Json.Obj numbered =
                entry.with("id", Json.Num.of(number)).with("parent", Json.Num.of(parent));
        waiting.add(new SessionRows.Row(number, SqlText.json(numbered)));
        rewound |= parent != last;
        summary.add(Entry.of(numbered), true).ifPresent(words::add);
        summary.title().ifPresent(words::add);
        last = number;
        return number;
    }

    private void requireOpen() throws IOException {
        if (failed.isPresent()) {
            throw new IOException(failed.get().getMessage(), failed.get());
        }
        if (closed) {
            throw new IOException("The lease of session %s is closed.".formatted(id.value()));
        }
    }

    @Override
    public void await(long entry) throws IOException {
        writing.lock();
        try {
            if (!isDurable(entry)) {
                flush();
            }
        } finally {
            writing.unlock();
        }
    }

    private synchronized boolean isDurable(long entry) throws IOException {
        if (entry <= durable) {
            return true;
        }
        if (failed.isPresent()) {
            throw new IOException(failed.get().getMessage(), failed.get());
        }
        return false;
    }

    /// Writes what was put so far. Whoever comes meanwhile is written with the next batch.
    private void flush() throws IOException {
        SessionRows.Batch batch;
        boolean anew;
        synchronized (this) {
            if (waiting.isEmpty()) {
                return;
            }
            batch = new SessionRows.Batch(durable, waiting, distinct(words), summary.shown());
            waiting = new ArrayList<>();
            words = new ArrayList<>();
            anew = rewound;
            rewound = false;
        }
        try {
            write(batch, anew);
        } catch (IOException e) {
            fail(e);
            throw e;
        }
    }

    /// The last words of each entry: the title may have changed more than once.
    private static List<GrowingSummary.EntryWords> distinct(List<GrowingSummary.EntryWords> words) {
        List<GrowingSummary.EntryWords> kept = new ArrayList<>();
        Optional<GrowingSummary.EntryWords> title = Optional.empty();
        for (GrowingSummary.EntryWords it : words) {
            if (it.entry() == 0) {
                title = Optional.of(it);
            } else {
                kept.add(it);
            }
        }
        title.ifPresent(kept::add);
        return kept;
    }

    private void write(SessionRows.Batch batch, boolean anew) throws IOException {
        boolean ours = database.call(TIMEOUT, it -> SessionRows.append(it, held, batch));
        if (!ours) {
            throw new LeaseLostException(id);
        }
        synchronized (this) {
            durable = batch.entries().getLast().id();
        }
        if (anew) {
            rewrite();
        }
    }

    private void rewrite() throws IOException {
        List<GrowingSummary.EntryWords> all = new ArrayList<>();
        GrowingSummary folded = GrowingSummary.of(id.value(), stored(), all);
        if (!rewriting.rewrite(held, all, folded.shown())) {
            throw new LeaseLostException(id);
        }
        synchronized (this) {
            // What was put meanwhile is folded again with the next rewrite, or when it is opened.
            summary = waiting.isEmpty() ? folded : summary;
            rewound |= !waiting.isEmpty();
        }
    }

    private List<Json.Obj> stored() throws IOException {
        List<Json.Obj> entries = new ArrayList<>();
        reading.read(held.key(), 0, entries::add);
        return entries;
    }

    private synchronized void fail(IOException why) {
        failed = Optional.of(why);
        waiting = new ArrayList<>();
    }

    private void flushAll() throws IOException {
        writing.lock();
        try {
            flush();
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void read(long after, Consumer<Json.Obj> reader) throws IOException {
        flushAll();
        reading.read(held.key(), after, reader);
    }

    @Override
    public boolean isHeld() throws IOException {
        return database.call(it -> SessionRows.isHeld(it, held));
    }

    @Override
    public void delete() throws IOException {
        writing.lock();
        try {
            int removed = database.call(it -> SessionRows.delete(it, held));
            fail(new IOException("The session %s was deleted.".formatted(id.value())));
            if (removed > 0) {
                removal.run();
            }
        } finally {
            writing.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            flushAll();
        } catch (LeaseLostException _) {
            // Nobody waited for these entries; the session goes on elsewhere without them.
        } finally {
            release();
        }
    }

    /// Where the database does not answer, the lease is given back later; in this process it is
    /// free at once.
    private void release() {
        try {
            int _ = database.call(RELEASE_TIMEOUT, it -> SessionRows.release(it, held));
        } catch (IOException _) {
            membership.later(it -> SessionRows.release(it, held));
        }
        unreserve.run();
    }
}
