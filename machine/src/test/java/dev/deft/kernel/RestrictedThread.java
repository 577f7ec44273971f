package dev.deft.kernel;

import dev.deft.kernel.SpawnedBash.Outcome;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs bash from a thread that restricts itself first and ends afterwards.
final class RestrictedThread {

    private RestrictedThread() {}

    /// Restricts the calling thread.
    @FunctionalInterface
    interface Restriction {
        void apply() throws IOException;
    }

    static Outcome run(Restriction restriction, String script, String... arguments)
            throws InterruptedException, ExecutionException, TimeoutException {
        var outcome = new CompletableFuture<Outcome>();
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        restriction.apply();
                        outcome.complete(
                                SpawnedBash.run(
                                        script,
                                        Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C"),
                                        Spawn::start,
                                        arguments));
                    } catch (IOException e) {
                        outcome.completeExceptionally(e);
                    }
                });
        return outcome.get(SpawnedBash.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
}
