package dev.deft.lsp;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.lsp.ServerPrograms.FoundServer;
import dev.deft.process.ShellSetup;
import dev.deft.sandbox.SandboxBase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The language servers of a workspace, shared by its sessions. Each is started on first use and
/// stopped when nobody has used it for a while.
///
/// Sessions share a server only if their rules hide the same files: a server tells what it has
/// read.
public final class WorkspaceServers implements AutoCloseable {

    /// How long a server may be idle.
    public static final Duration IDLE = Duration.ofMinutes(10);

    /// How many servers run at once; the one that was idle longest is stopped for another.
    public static final int MOST_RUNNING = 6;

    private static final Duration SWEEP = Duration.ofSeconds(30);

    private final SandboxBase base;
    private final InstantSource clock;
    private final ServerTimeouts timeouts;
    private final Map<ServerKey, ServerSlot> slots = new HashMap<>();
    private Optional<Thread> sweeper = Optional.empty();
    private boolean closed;

    /// Starts nothing yet.
    ///
    /// @param base what all sandboxes of the workspace have in common
    /// @param clock decides what is idle
    public WorkspaceServers(SandboxBase base, InstantSource clock) {
        this(base, clock, ServerTimeouts.USUAL);
    }

    WorkspaceServers(SandboxBase base, InstantSource clock, ServerTimeouts timeouts) {
        this.base = base;
        this.clock = clock;
        this.timeouts = timeouts;
    }

    /// What makes two servers the same.
    ///
    /// @param hidden the files of the workspace that it cannot see
    record ServerKey(FoundServer server, List<Path> hidden) {

        ServerKey {
            hidden = List.copyOf(hidden);
        }
    }

    SandboxBase base() {
        return base;
    }

    /// Takes a server, which is started if it does not run.
    ///
    /// @throws HostException if it cannot be started, or has ended too often
    Use use(ServerKey key, ShellSetup setup) throws IOException, InterruptedException {
        ServerSlot slot = slot(key);
        return new Use(
                slot, slot.take(() -> RunningServer.start(key.server(), base, setup, timeouts)));
    }

    private synchronized ServerSlot slot(ServerKey key) throws HostException {
        if (closed) {
            throw new HostException(ErrorCode.ABORTED, "The workspace is closed.");
        }
        if (sweeper.isEmpty()) {
            sweeper =
                    Optional.of(
                            Thread.ofVirtual().name("idle language servers").start(this::sweep));
        }
        ServerSlot known = slots.get(key);
        if (known == null || !known.isRunning()) {
            makeRoom();
        }
        return slots.computeIfAbsent(
                key, it -> new ServerSlot(it.server().definition().name(), clock));
    }

    private void makeRoom() {
        List<ServerSlot> running =
                new ArrayList<>(slots.values().stream().filter(ServerSlot::isRunning).toList());
        running.sort(Comparator.comparing(ServerSlot::lastUsed));
        for (ServerSlot it : running.subList(0, Math.max(0, running.size() - MOST_RUNNING + 1))) {
            it.stopUnlessUsed(Instant.MAX);
        }
    }

    /// Takes a server only if it runs.
    Optional<Use> useIfRunning(ServerKey key) {
        Optional<ServerSlot> slot = known(key);
        return slot.flatMap(it -> it.takeIfRunning().map(server -> new Use(it, server)));
    }

    private synchronized Optional<ServerSlot> known(ServerKey key) {
        return Optional.ofNullable(slots.get(key));
    }

    /// Whether any server runs.
    public synchronized boolean anyRunning() {
        return slots.values().stream().anyMatch(ServerSlot::isRunning);
    }

    /// Takes all servers that run and see the same files.
    List<Use> useRunning(List<Path> hidden) {
        List<ServerKey> keys;
        synchronized (this) {
            keys = slots.keySet().stream().filter(it -> it.hidden().equals(hidden)).toList();
        }
        return keys.stream().flatMap(it -> useIfRunning(it).stream()).toList();
    }

    private void sweep() {
        try {
            while (true) {
                Thread.sleep(SWEEP);
                stopIdle();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Stops the servers that nobody has used for [#IDLE].
    void stopIdle() {
        List<ServerSlot> all;
        synchronized (this) {
            all = List.copyOf(slots.values());
        }
        Instant before = clock.instant().minus(IDLE);
        all.forEach(it -> it.stopUnlessUsed(before));
    }

    @Override
    public void close() {
        List<ServerSlot> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(slots.values());
            slots.clear();
            sweeper.ifPresent(Thread::interrupt);
        }
        all.forEach(ServerSlot::close);
    }

    /// A server in use; it is not idle until this is closed.
    record Use(ServerSlot slot, RunningServer server) implements AutoCloseable {

        @Override
        public void close() {
            slot.giveBack();
        }
    }
}
