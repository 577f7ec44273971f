package dev.deft.postgres;

import java.time.Duration;
import java.util.concurrent.Callable;

/// Waits for a condition.
public final class Eventually {

    private static final Duration MOST = Duration.ofMinutes(1);

    private Eventually() {}

    /// Waits until a condition holds, generously: a busy machine is slow.
    public static void holds(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + MOST.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("never happened: " + what);
            }
            Thread.sleep(10);
        }
    }
}
