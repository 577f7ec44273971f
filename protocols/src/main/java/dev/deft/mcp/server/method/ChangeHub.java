package dev.deft.mcp.server.method;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Tells clients about changes. While anybody listens it looks at regular intervals whether
/// something changed that nobody reports.
public final class ChangeHub implements AutoCloseable {

    /// How many resources one client may watch.
    static final int MAX_WATCHED = 100;

    private static final System.Logger LOG = System.getLogger(ChangeHub.class.getName());
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Probe probe;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private Optional<Thread> watcher = Optional.empty();
    private boolean closed;

    ChangeHub(Probe probe) {
        this.probe = probe;
    }

    /// Tells what there is now.
    interface Probe {

        /// A text that changes with the list of tools, and so on, by change.
        Map<Change, String> versions(Set<String> resources) throws InterruptedException;
    }

    /// One who listens.
    ///
    /// @param lists the changes of lists that it wants
    /// @param resources the addresses that it watches; may change
    record Listener(Set<Change> lists, Set<String> resources, Consumer<Change> receiver) {

        private boolean wants(Change change) {
            return change instanceof Change.OfResource(String uri)
                    ? resources.contains(uri)
                    : lists.contains(change);
        }
    }

    /// Listens until it is closed.
    ///
    /// @param resources watched ones; a concurrent set that the caller may change
    Runnable listen(Set<Change> lists, Set<String> resources, Consumer<Change> receiver) {
        var listener = new Listener(Set.copyOf(lists), resources, receiver);
        listeners.add(listener);
        watch();
        return () -> listeners.remove(listener);
    }

    static Set<String> watched() {
        return ConcurrentHashMap.newKeySet();
    }

    /// Reports a change.
    public void report(Change change) {
        listeners.stream().filter(it -> it.wants(change)).forEach(it -> tell(it, change));
    }

    private static void tell(Listener listener, Change change) {
        try {
            listener.receiver().accept(change);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a change was not told", e);
        }
    }

    private synchronized void watch() {
        if (watcher.isEmpty() && !closed) {
            watcher = Optional.of(Thread.ofVirtual().name("mcp-changes").start(this::watchAll));
        }
    }

    private void watchAll() {
        try {
            Map<Change, String> known = new HashMap<>();
            while (isHeard()) {
                Map<Change, String> now = probe.versions(resources());
                for (Map.Entry<Change, String> it : now.entrySet()) {
                    String before = known.put(it.getKey(), it.getValue());
                    if (before != null && !before.equals(it.getValue())) {
                        report(it.getKey());
                    }
                }
                known.keySet().retainAll(now.keySet());
                Thread.sleep(INTERVAL);
            }
        } catch (InterruptedException _) {
            // The hub is closed.
        }
    }

    /// Ends the watcher when nobody listens any more.
    private synchronized boolean isHeard() {
        if (listeners.isEmpty() || closed) {
            watcher = Optional.empty();
            return false;
        }
        return true;
    }

    private Set<String> resources() {
        Set<String> all = new TreeSet<>();
        listeners.forEach(it -> all.addAll(it.resources()));
        return all;
    }

    @Override
    public synchronized void close() {
        closed = true;
        watcher.ifPresent(Thread::interrupt);
        listeners.clear();
    }
}
