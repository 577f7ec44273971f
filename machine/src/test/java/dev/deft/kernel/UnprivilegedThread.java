package dev.deft.kernel;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Runs test code on a thread without capabilities, so that file permissions apply to root too.
public final class UnprivilegedThread {

    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private UnprivilegedThread() {}

    /// Code that may fail.
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    public static void run(Action action) throws Exception {
        var done = new CompletableFuture<Boolean>();
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        Privileges.dropCapabilities();
                        action.run();
                        done.complete(true);
                    } catch (Exception e) {
                        done.completeExceptionally(e);
                    }
                });
        done.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
}
