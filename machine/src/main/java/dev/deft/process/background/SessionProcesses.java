package dev.deft.process.background;

import dev.deft.host.BackgroundProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The background processes of one session, also those that an earlier agent of it started and
/// those that outlived an earlier program. Thread-safe.
public final class SessionProcesses {

    /// How many may run at the same time.
    public static final int MAX_RUNNING = 32;

    private static final int MAX_LISTED = 200;

    private final Optional<DetachedProcesses> detached;
    private final List<BackgroundProcess> all = new ArrayList<>();
    private int started;
    private boolean loaded;

    /// @param detached empty for a session that cannot be resumed
    public SessionProcesses(Optional<DetachedProcesses> detached) {
        this.detached = detached;
    }

    /// The detached ones, which outlive this program.
    public Optional<DetachedProcesses> detached() {
        return detached;
    }

    /// Loads the processes that outlived earlier runs of the session.
    private void load() throws IOException {
        if (loaded) {
            return;
        }
        loaded = true;
        if (detached.isPresent()) {
            for (DetachedProcess it : detached.get().all()) {
                all.add(it);
                started = Math.max(started, DetachedProcesses.number(it.id()));
            }
        }
    }

    /// Whether another one may start.
    public synchronized boolean hasRoom() throws IOException {
        load();
        return all.stream().filter(BackgroundProcess::running).count() < MAX_RUNNING;
    }

    /// The id of the next one.
    public synchronized String nextId() throws IOException {
        load();
        started++;
        return DetachedProcesses.id(started);
    }

    /// Lists a process; if there are many, one that has ended leaves the list.
    public synchronized BackgroundProcess add(BackgroundProcess process) {
        all.add(process);
        if (all.size() > MAX_LISTED) {
            all.stream().filter(it -> !it.running()).findFirst().ifPresent(all::remove);
        }
        return process;
    }

    /// All of them, oldest first.
    public synchronized List<BackgroundProcess> list() throws IOException {
        load();
        return List.copyOf(all);
    }
}
