package dev.deft.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

/// Looks for threads of searches.
final class Threads {

    private static final Duration DEADLINE = Duration.ofMinutes(1);

    private Threads() {}

    /// A thread that has done its last work takes a moment to be gone.
    static void assertNoneIsLeft() throws InterruptedException {
        long from = System.nanoTime();
        while (!left().isEmpty() && System.nanoTime() - from < DEADLINE.toNanos()) {
            Thread.sleep(Duration.ofMillis(2));
        }
        assertThat(left()).isEmpty();
    }

    private static List<String> left() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(it -> it.startsWith("search-"))
                .toList();
    }
}
