package dev.deft.process.job;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The state of a job, shared by its thread and its callers.
public final class JobState {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    private static final Duration END_TIMEOUT = Duration.ofSeconds(10);

    private final long started = System.nanoTime();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile Optional<JobExit> exit = Optional.empty();
    private volatile long killAt = Long.MAX_VALUE;

    /// Requests the end of the job after the grace period.
    ///
    /// @return whether this is the first request
    public synchronized boolean requestTermination() {
        if (killAt != Long.MAX_VALUE) {
            return false;
        }
        killAt = elapsed() + Job.GRACE.toNanos();
        return true;
    }

    /// Requests the end of the job without a grace period.
    public synchronized void requestKill() {
        killAt = 0;
    }

    public boolean mustKill() {
        return elapsed() >= killAt;
    }

    /// How long its thread may poll before it must check the state again.
    public Duration pollTimeout() {
        long left = killAt - elapsed();
        return left >= POLL_INTERVAL.toNanos()
                ? POLL_INTERVAL
                : Duration.ofNanos(Math.max(1_000_000, left));
    }

    private long elapsed() {
        return System.nanoTime() - started;
    }

    public void ended(JobExit.ProcessExit end, Duration cpu, Optional<String> remark) {
        exit = Optional.of(new JobExit(end, Duration.ofNanos(elapsed()), cpu, remark));
        done.countDown();
    }

    public Optional<JobExit> exit() {
        return exit;
    }

    /// Waits for a job that is being ended, so that nothing is left half done.
    public void awaitEnd() {
        try {
            await(END_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    public Optional<JobExit> await(Duration timeout) throws InterruptedException {
        return done.await(timeout.toNanos(), TimeUnit.NANOSECONDS) ? exit : Optional.empty();
    }
}
