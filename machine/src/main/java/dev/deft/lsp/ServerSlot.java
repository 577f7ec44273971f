package dev.deft.lsp;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The place of one server: running, not started, or ended. A server that ends is started again,
/// later each time.
final class ServerSlot {

    /// The pauses before the second, third … start after a server has ended by itself.
    private static final List<Duration> PAUSES =
            List.of(
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(60));

    /// A server that ran this long has not failed to start.
    private static final Duration STABLE = Duration.ofMinutes(1);

    private final String name;
    private final InstantSource clock;

    /// Held while a server starts, so that only one does.
    private final ReentrantLock starting = new ReentrantLock();

    private Optional<RunningServer> server = Optional.empty();
    private Instant started = Instant.EPOCH;
    private Instant ended = Instant.EPOCH;
    private Instant used = Instant.EPOCH;
    private int failures;
    private String lastReason = "";
    private int users;
    private boolean closed;

    ServerSlot(String name, InstantSource clock) {
        this.name = name;
        this.clock = clock;
    }

    /// Starts a server.
    @FunctionalInterface
    interface Starter {

        RunningServer start() throws IOException, InterruptedException;
    }

    /// The running server, or a new one.
    RunningServer take(Starter starter) throws IOException, InterruptedException {
        starting.lockInterruptibly();
        try {
            Optional<RunningServer> running = takeIfRunning();
            if (running.isPresent()) {
                return running.get();
            }
            requirePause();
            return begin(starter);
        } finally {
            starting.unlock();
        }
    }

    private RunningServer begin(Starter starter) throws IOException, InterruptedException {
        try {
            RunningServer running = starter.start();
            register(running);
            return running;
        } catch (LostServerException e) {
            noteEnd(e.reason());
            throw e;
        } catch (IOException e) {
            noteEnd("it could not be started");
            throw e;
        }
    }

    private synchronized void register(RunningServer running) throws HostException {
        if (closed) {
            running.close();
            throw new HostException(ErrorCode.ABORTED, "The workspace is closed.");
        }
        server = Optional.of(running);
        started = clock.instant();
        used = started;
        users++;
    }

    /// The server, if it runs.
    synchronized Optional<RunningServer> takeIfRunning() {
        if (server.isPresent() && !server.get().isAlive()) {
            String reason = server.get().whyLost();
            server = Optional.empty();
            if (Duration.between(started, clock.instant()).compareTo(STABLE) > 0) {
                failures = 0;
            }
            noteEnd(reason);
        }
        if (server.isPresent()) {
            users++;
        }
        return server;
    }

    private synchronized void noteEnd(String reason) {
        failures++;
        lastReason = reason;
        ended = clock.instant();
    }

    private synchronized void requirePause() throws HostException {
        if (failures == 0) {
            return;
        }
        Duration pause = PAUSES.get(Math.min(failures, PAUSES.size()) - 1);
        Duration left = Duration.between(clock.instant(), ended.plus(pause));
        if (left.isPositive()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The language server %s has failed %d times, at last because %s; it can be started again in %d s. Do without it for now."
                            .formatted(name, failures, lastReason, left.toSeconds() + 1));
        }
    }

    synchronized void giveBack() {
        users--;
        used = clock.instant();
    }

    synchronized boolean isRunning() {
        return server.isPresent() && server.get().isAlive();
    }

    synchronized Instant lastUsed() {
        return used;
    }

    /// Stops it if nobody uses it or has used it since.
    void stopUnlessUsed(Instant since) {
        Optional<RunningServer> stopped = Optional.empty();
        synchronized (this) {
            if (users == 0 && used.isBefore(since)) {
                stopped = server;
                server = Optional.empty();
                failures = 0;
            }
        }
        stopped.ifPresent(RunningServer::close);
    }

    void close() {
        Optional<RunningServer> last;
        synchronized (this) {
            closed = true;
            last = server;
            server = Optional.empty();
        }
        last.ifPresent(RunningServer::close);
    }
}
