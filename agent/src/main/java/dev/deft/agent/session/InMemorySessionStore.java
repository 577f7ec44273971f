package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/// Stores sessions in memory, for tests and for programs that need no sessions after their end.
public final class InMemorySessionStore implements SessionStore {

    private final InstantSource clock;
    private final Map<String, Stored> sessions = new LinkedHashMap<>();

    /// An empty store.
    public InMemorySessionStore() {
        this(InstantSource.system());
    }

    /// An empty store.
    ///
    /// @param clock for modification times
    public InMemorySessionStore(InstantSource clock) {
        this.clock = clock;
    }

    /// One session, guarded by the lock of the store.
    private static final class Stored {

        private final String instanceId = UUID.randomUUID().toString();
        private final List<Json.Obj> entries = new ArrayList<>();
        private Optional<String> holder = Optional.empty();
        private Instant modified;

        private Stored(Instant now) {
            modified = now;
        }
    }

    @Override
    public synchronized SessionLease lease(SessionId id) throws SessionInUseException {
        Stored stored = sessions.computeIfAbsent(id.value(), _ -> new Stored(clock.instant()));
        if (stored.holder.isPresent()) {
            throw new SessionInUseException(id, stored.holder.get());
        }
        stored.holder =
                Optional.of(
                        "thread %s of this process since %s"
                                .formatted(Thread.currentThread().getName(), clock.instant()));
        return new Lease(id, stored);
    }

    @Override
    public synchronized SessionLease create(SessionId id) throws IOException {
        if (exists(id)) {
            throw new SessionExistsException(id);
        }
        return lease(id);
    }

    @Override
    public synchronized boolean exists(SessionId id) {
        return sessions.containsKey(id.value());
    }

    @Override
    public void read(SessionId id, long after, Consumer<Json.Obj> reader)
            throws NoSuchSessionException {
        entries(id, after).forEach(reader);
    }

    /// Ids have no gaps, so they are positions in the list.
    private synchronized List<Json.Obj> entries(SessionId id, long after)
            throws NoSuchSessionException {
        Stored stored = sessions.get(id.value());
        if (stored == null) {
            throw new NoSuchSessionException(id);
        }
        int from = Math.clamp(after, 0, stored.entries.size());
        return List.copyOf(stored.entries.subList(from, stored.entries.size()));
    }

    @Override
    public List<SessionId> ids() {
        return modified().stream().map(it -> new SessionId(it.getKey())).toList();
    }

    /// Modification times by id, latest first.
    private synchronized List<Map.Entry<String, Instant>> modified() {
        List<Map.Entry<String, Instant>> all = new ArrayList<>();
        sessions.forEach((id, stored) -> all.add(Map.entry(id, stored.modified)));
        all.sort(
                Comparator.comparing((Map.Entry<String, Instant> it) -> it.getValue())
                        .reversed()
                        .thenComparing(Map.Entry::getKey));
        return all;
    }

    @Override
    public List<SessionSummary> search(String query) throws IOException {
        List<String> words = SearchWords.of(query);
        List<SessionSummary> found = new ArrayList<>();
        for (Map.Entry<String, Instant> session : modified()) {
            summary(session)
                    .filter(it -> SearchWords.match(words, it.text()))
                    .ifPresent(found::add);
        }
        return found;
    }

    private Optional<SessionSummary> summary(Map.Entry<String, Instant> session)
            throws IOException {
        try {
            return Optional.of(
                    SessionSummary.of(this, new SessionId(session.getKey()), session.getValue()));
        } catch (NoSuchSessionException _) {
            return Optional.empty();
        }
    }

    @Override
    public void fork(SessionId from, long at, SessionId to) throws IOException {
        List<Json.Obj> all = entries(from, 0);
        List<Entry> branch =
                Branch.of(all.stream().map(Entry::of).filter(it -> it.id() <= at).toList());
        var times = new EntryClock(clock);
        try (SessionLease target = create(to)) {
            for (Entry entry : branch) {
                times.advanceTo(entry.at());
                if (!(entry.body() instanceof Entry.Rewound)) {
                    long _ = target.put(all.get((int) entry.id() - 1));
                }
            }
            long _ = target.append(EntryJson.forked(from, at, times.now()));
        }
    }

    private synchronized long put(SessionId id, Stored stored, Json.Obj entry, long parent)
            throws NoSuchSessionException {
        if (sessions.get(id.value()) != stored) {
            throw new NoSuchSessionException(id);
        }
        long number = stored.entries.size() + 1L;
        stored.entries.add(
                entry.with("id", Json.Num.of(number)).with("parent", Json.Num.of(parent)));
        stored.modified = clock.instant();
        return number;
    }

    /// The exclusive right to write to one session.
    private final class Lease implements SessionLease {

        private final SessionId id;
        private final Stored stored;
        private final SessionState state;
        private boolean closed;

        private Lease(SessionId id, Stored stored) {
            this.id = id;
            this.stored = stored;
            this.state = SessionState.of(stored.entries);
        }

        @Override
        public SessionState state() {
            return state;
        }

        @Override
        public List<String> warnings() {
            return List.of();
        }

        @Override
        public Optional<String> instanceId() {
            synchronized (InMemorySessionStore.this) {
                return stored.entries.isEmpty() ? Optional.empty() : Optional.of(stored.instanceId);
            }
        }

        @Override
        public long put(Json.Obj entry) throws IOException {
            synchronized (InMemorySessionStore.this) {
                return put(entry, stored.entries.size());
            }
        }

        @Override
        public long put(Json.Obj entry, long parent) throws IOException {
            synchronized (InMemorySessionStore.this) {
                if (closed) {
                    throw new IOException(
                            "The lease of session %s is closed.".formatted(id.value()));
                }
                return InMemorySessionStore.this.put(id, stored, entry, parent);
            }
        }

        @Override
        public void await(long entry) {}

        @Override
        public void read(long after, Consumer<Json.Obj> reader) throws IOException {
            InMemorySessionStore.this.read(id, after, reader);
        }

        @Override
        public void delete() {
            synchronized (InMemorySessionStore.this) {
                boolean _ = sessions.remove(id.value(), stored);
            }
        }

        @Override
        public void close() {
            synchronized (InMemorySessionStore.this) {
                if (!closed) {
                    closed = true;
                    stored.holder = Optional.empty();
                }
            }
        }
    }
}
