package dev.deft.postgres.session;

import dev.deft.agent.session.Branch;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.EntryClock;
import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionExistsException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionInUseException;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionSummary;
import dev.deft.json.Json;
import dev.deft.postgres.connection.Database;
import dev.deft.postgres.member.Membership;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;

/// Stores the sessions of a workspace in PostgreSQL. Entries are not chained or signed: who may
/// write to the database is up to its roles, and what they write counts as the user's own.
public final class PostgresSessionStore implements SessionStore {

    private static final Duration WAIT = Duration.ofMillis(400);
    private static final Duration RETRY = Duration.ofMillis(40);

    private final Database database;
    private final Membership membership;
    private final ServedWorkspace workspace;
    private final InstantSource clock;
    private final SessionRows rows;
    private final SessionReading reading;
    private final SessionRewrite rewriting;

    public PostgresSessionStore(
            Database database,
            Membership membership,
            ServedWorkspace workspace,
            InstantSource clock) {
        this.database = database;
        this.membership = membership;
        this.workspace = workspace;
        this.clock = clock;
        this.rows = new SessionRows(workspace.id(), membership);
        this.reading = new SessionReading(database, workspace.id());
        this.rewriting = new SessionRewrite(database, workspace.id());
    }

    @Override
    public SessionLease lease(SessionId id) throws IOException {
        long deadline = System.nanoTime() + WAIT.toNanos();
        while (true) {
            Optional<SessionLease> lease = tryLease(id);
            if (lease.isPresent()) {
                return lease.get();
            }
            if (System.nanoTime() > deadline) {
                throw new SessionInUseException(id, holder(id));
            }
            pause();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(RETRY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a session", e);
        }
    }

    private String holder(SessionId id) throws IOException {
        return database.call(it -> rows.holder(it, id))
                .orElse("server %s".formatted(membership.server()));
    }

    private Optional<SessionLease> tryLease(SessionId id) throws IOException {
        if (!membership.reserve(reservation(id))) {
            return Optional.empty();
        }
        boolean leased = false;
        try {
            String instance = instance();
            Optional<SessionRows.Held> held = database.call(it -> rows.acquire(it, id, instance));
            leased = held.isPresent();
            return held.isPresent() ? Optional.of(opened(id, held.get())) : Optional.empty();
        } finally {
            if (!leased) {
                membership.unreserve(reservation(id));
            }
        }
    }

    private String reservation(SessionId id) {
        return workspace.id() + "/" + id.value();
    }

    private static String instance() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    private SessionLease opened(SessionId id, SessionRows.Held held) throws IOException {
        List<Json.Obj> entries = new ArrayList<>();
        try {
            reading.read(held.key(), 0, entries::add);
        } catch (IOException e) {
            membership.later(it -> SessionRows.release(it, held));
            membership.unreserve(reservation(id));
            throw e;
        }
        return lease(id, held, entries);
    }

    private SessionLease lease(SessionId id, SessionRows.Held held, List<Json.Obj> entries) {
        return new PostgresLease(
                id,
                new PostgresLease.Store(database, reading, rewriting, membership),
                held,
                entries,
                () -> membership.unreserve(reservation(id)),
                () -> SessionList.remove(workspace.root(), id));
    }

    @Override
    public SessionLease create(SessionId id) throws IOException {
        if (!membership.reserve(reservation(id))) {
            throw exists(id)
                    ? new SessionExistsException(id)
                    : new SessionInUseException(id, "server " + membership.server());
        }
        boolean created = false;
        try {
            String instance = instance();
            Optional<SessionRows.Held> held = database.call(it -> rows.create(it, id, instance));
            created = held.isPresent();
            return lease(id, held.orElseThrow(() -> new SessionExistsException(id)), List.of());
        } finally {
            if (!created) {
                membership.unreserve(reservation(id));
            }
        }
    }

    @Override
    public boolean exists(SessionId id) throws IOException {
        return reading.key(id).isPresent();
    }

    @Override
    public void read(SessionId id, long after, Consumer<Json.Obj> reader) throws IOException {
        reading.read(key(id), after, reader);
    }

    private long key(SessionId id) throws IOException {
        OptionalLong key = reading.key(id);
        return key.orElseThrow(() -> new NoSuchSessionException(id));
    }

    @Override
    public List<SessionId> ids() throws IOException {
        return reading.ids();
    }

    @Override
    public List<SessionSummary> search(String query) throws IOException {
        return reading.search(query);
    }

    @Override
    public void fork(SessionId from, long at, SessionId to) throws IOException {
        List<Json.Obj> all = new ArrayList<>();
        reading.read(key(from), 0, all::add);
        var times = new EntryClock(clock);
        List<Json.Obj> copy = new ArrayList<>();
        List<Entry> until = all.stream().map(Entry::of).filter(it -> it.id() <= at).toList();
        for (Entry entry : Branch.of(until)) {
            times.advanceTo(entry.at());
            if (!(entry.body() instanceof Entry.Rewound)) {
                copy.add(numbered(all.get((int) entry.id() - 1), copy.size() + 1L));
            }
        }
        copy.add(numbered(EntryJson.forked(from, at, times.now()), copy.size() + 1L));
        rewriting.create(to, copy);
    }

    private static Json.Obj numbered(Json.Obj entry, long number) {
        return entry.with("id", Json.Num.of(number)).with("parent", Json.Num.of(number - 1));
    }
}
