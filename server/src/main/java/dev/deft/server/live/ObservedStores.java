package dev.deft.server.live;

import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.session.SessionStore;
import dev.deft.json.Json;
import dev.deft.server.store.LiveEvents.LiveEvent;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// The stores that the engine of a server has: they tell what is written.
///
/// ```java
/// var stores = new ObservedStores(store, served, notices);
/// Engine.builder().store(stores::sessions).schedules(stores::schedules)
/// ```
public final class ObservedStores {

    private final ServerStore store;
    private final List<ServedWorkspace> served;
    private final Consumer<String> notices;
    private final Map<String, SessionStore> sessions = new ConcurrentHashMap<>();
    private final Map<SessionRef, Pulse> pulses = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean frozen;

    /// Gets entries when they are written, before they are durable.
    interface Listener {

        void written(SessionRef session, long id, Json.Obj entry);
    }

    /// @param notices receives sentences for people
    public ObservedStores(
            ServerStore store, List<ServedWorkspace> served, Consumer<String> notices) {
        this.store = store;
        this.served = List.copyOf(served);
        this.notices = notices;
        // The store has to know now what this server offers: others send it work of these.
        served.forEach(it -> sessions.put(it.id(), observed(it)));
    }

    private SessionStore observed(ServedWorkspace workspace) {
        return new ObservedStore(workspace.id(), store.sessions(workspace), this);
    }

    Consumer<String> notices() {
        return notices;
    }

    void tell(Listener told) {
        listeners.add(told);
    }

    void written(SessionRef session, long id, Json.Obj entry) {
        listeners.forEach(it -> it.written(session, id, entry));
    }

    /// The sessions of a workspace, by its root.
    public SessionStore sessions(Path root) {
        return of(at(root).id());
    }

    /// The schedules of a workspace, by its root.
    public ScheduleStore schedules(Path root) {
        return store.schedules(at(root));
    }

    private ServedWorkspace at(Path root) {
        return served.stream()
                .filter(it -> it.root().equals(root) || real(it.root()).equals(Optional.of(root)))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("the server does not offer " + root));
    }

    private static Optional<Path> real(Path root) {
        try {
            return Optional.of(root.toRealPath());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// The sessions of a workspace.
    SessionStore of(String workspace) {
        SessionStore found = sessions.get(workspace);
        if (found == null) {
            throw new IllegalArgumentException("the server does not offer " + workspace);
        }
        return found;
    }

    /// Whether this process writes to a session.
    boolean isOpen(SessionRef session) {
        return pulses.containsKey(session);
    }

    /// Whether this process may still write to a session that it opened: another server may have
    /// taken it over.
    boolean isHeld(SessionRef session) throws IOException {
        Pulse pulse = pulses.get(session);
        return pulse == null || pulse.lease.isHeld();
    }

    /// Tells whether a lease is valid.
    interface Lease {

        boolean isHeld() throws IOException;
    }

    /// @param last finds the last entry of the session
    Pulse opened(SessionRef session, LastEntry last, Lease lease) {
        var pulse = new Pulse(session, last, lease);
        pulses.put(session, pulse);
        return pulse;
    }

    /// Finds the last entry of a session.
    interface LastEntry {

        long find() throws IOException;
    }

    void closed(SessionRef session) {
        pulses.remove(session);
    }

    /// Tells something of the moment in a session, if it is open here.
    void moment(SessionRef session, Json.Obj data) {
        Pulse pulse = pulses.get(session);
        if (pulse != null) {
            pulse.moment(data);
        }
    }

    /// From now on nothing is written any more: what is being done stays unfinished in the logs,
    /// and goes on when the server starts again.
    public void freeze() {
        frozen = true;
    }

    void checkWritable() throws IOException {
        if (frozen) {
            throw new IOException("The server is ending; what is unfinished goes on later.");
        }
    }

    /// The order of what is stored and what is of the moment in one session.
    final class Pulse {

        private final SessionRef session;
        private final LastEntry last;
        private final Lease lease;
        private OptionalLong stored = OptionalLong.empty();

        /// Moments after an entry of an earlier lease have other numbers than that one gave.
        private int number = (int) (System.currentTimeMillis() / 100 % 500_000_000);

        private Pulse(SessionRef session, LastEntry last, Lease lease) {
            this.session = session;
            this.last = last;
            this.lease = lease;
        }

        /// Everything before the first entry of this lease is stored.
        synchronized void begin(long before) {
            if (stored.isEmpty()) {
                stored = OptionalLong.of(before);
            }
        }

        synchronized void stored(long entry) {
            if (entry > stored.orElse(0)) {
                stored = OptionalLong.of(entry);
                number = 0;
                store.live().publish(new LiveEvent.Stored(session, entry));
            }
        }

        synchronized void moment(Json.Obj data) {
            if (stored.isEmpty()) {
                try {
                    stored = OptionalLong.of(last.find());
                } catch (IOException e) {
                    notices.accept("A log cannot be read: " + e.getMessage());
                    return;
                }
            }
            number++;
            store.live().publish(new LiveEvent.Moment(session, stored.getAsLong(), number, data));
        }
    }
}
