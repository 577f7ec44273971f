package dev.deft.mcp.server.method;

import java.time.Duration;
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
    private final Map<Change, String> known = new ConcurrentHashMap<>();
    private Optional<Thread> watcher = Optional.empty();
    private boolean closed;

    ChangeHub(Probe probe) {
        this.probe = probe;
    }

    /// Tells what there is now.
    interface Probe {

        /// For the list of tools and that of prompts a text that changes with it.
        Map<Change, String> lists();

        /// The same for each of these resources that exists.
        Map<Change, String> resources(Set<String> addresses);
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

    /// Listens until it is closed. Changes of the resources are told from now on, those of lists
    /// that nobody reports a moment later.
    ///
    /// @param resources watched ones; a concurrent set that the caller may change, and tells of
    ///   with [#remember]
    Runnable listen(Set<Change> lists, Set<String> resources, Consumer<Change> receiver) {
        var listener = new Listener(Set.copyOf(lists), resources, receiver);
        add(listener);
        remember(resources);
        watch();
        return () -> listeners.remove(listener);
    }

    private synchronized void add(Listener listener) {
        listeners.add(listener);
    }

    /// Notes how resources are that somebody watches as of now, for the next look to tell what
    /// changed since.
    void remember(Set<String> resources) {
        probe.resources(resources).forEach(known::putIfAbsent);
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
            while (isHeard()) {
                look(probe.lists());
                Set<String> watched = resources();
                Map<Change, String> now = probe.resources(watched);
                look(now);
                known.keySet().removeIf(it -> isGone(it, watched, now));
                Thread.sleep(INTERVAL);
            }
        } catch (InterruptedException _) {
            // The hub is closed.
        }
    }

    private void look(Map<Change, String> now) {
        now.forEach((change, version) -> {
            String before = known.put(change, version);
            if (before != null && !before.equals(version)) {
                report(change);
            }
        });
    }

    /// Whether a resource does not exist any more, or nobody watches it.
    private boolean isGone(Change change, Set<String> watched, Map<Change, String> now) {
        return change instanceof Change.OfResource(String uri)
                && (watched.contains(uri)
                        ? !now.containsKey(change)
                        : listeners.stream().noneMatch(it -> it.wants(change)));
    }

    /// Ends the watcher when nobody listens any more.
    private synchronized boolean isHeard() {
        if (listeners.isEmpty() || closed) {
            watcher = Optional.empty();
            known.clear();
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
