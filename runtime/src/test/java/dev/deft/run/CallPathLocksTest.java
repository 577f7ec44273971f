package dev.deft.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallPathLocksTest {

    private final CallPathLocks locks = new CallPathLocks();

    private static Touch writing(String path) {
        return new Touch(Capability.FS_WRITE, path);
    }

    /// Acquires and releases on another thread.
    private Thread acquireElsewhere(Touch... touches) {
        return Thread.ofVirtual()
                .start(() -> {
                    try (CallPathLocks.HeldLocks _ = locks.acquire(List.of(touches))) {
                        return;
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    private static boolean ends(Thread thread) throws InterruptedException {
        return thread.join(Duration.ofMinutes(1));
    }

    private static void awaitBlocked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            assertThat(thread.isAlive()).as("it has to wait").isTrue();
            Thread.onSpinWait();
        }
    }

    @Test
    void letCallsThatReadTheSamePathRunConcurrently() throws Exception {
        var reading = new Touch(Capability.FS_READ, "a");

        try (CallPathLocks.HeldLocks _ = locks.acquire(List.of(reading))) {
            assertThat(ends(acquireElsewhere(reading))).isTrue();
        }
    }

    @Test
    void makeACallThatWritesWaitForTheOneBefore() throws Exception {
        Thread second;
        try (CallPathLocks.HeldLocks _ = locks.acquire(List.of(writing("a")))) {
            second = acquireElsewhere(writing("a"));
            awaitBlocked(second);
        }

        assertThat(ends(second)).isTrue();
    }

    @Test
    void tellBeforeTheyWait() throws Exception {
        var waits = new CountDownLatch(1);
        Thread second;
        try (CallPathLocks.HeldLocks _ =
                locks.acquire(List.of(writing("a")), () -> fail("nobody has it"))) {
            second =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    locks.acquire(List.of(writing("a")), waits::countDown).close();
                                } catch (InterruptedException _) {
                                    Thread.currentThread().interrupt();
                                }
                            });
            waits.await();
        }
        assertThat(ends(second)).isTrue();
    }

    @Test
    void acquireAPathOnceForSeveralTouches() throws Exception {
        locks.acquire(List.of(writing("a"), writing("a"))).close();

        assertThat(ends(acquireElsewhere(writing("a")))).isTrue();
    }

    /// Whichever path is locked first, the waiting call holds the other in one of the two runs.
    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void areReleasedWhenACallIsInterruptedWhileItWaits(String taken) throws Exception {
        var acquired = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        Thread holder =
                Thread.ofVirtual()
                        .start(() -> {
                            try (CallPathLocks.HeldLocks _ =
                                    locks.acquire(List.of(writing(taken)))) {
                                acquired.countDown();
                                release.await();
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        });
        acquired.await();
        Thread waiting = acquireElsewhere(writing("a"), writing("b"));
        awaitBlocked(waiting);
        waiting.interrupt();
        assertThat(ends(waiting)).isTrue();
        release.countDown();
        assertThat(ends(holder)).isTrue();

        assertThat(ends(acquireElsewhere(writing("a")))).isTrue();
        assertThat(ends(acquireElsewhere(writing("b")))).isTrue();
    }

    /// Two calls that lock the same paths in opposite order.
    @Test
    void neverDeadlock() throws Exception {
        for (int i = 0; i < 200; i++) {
            Thread one = acquireElsewhere(writing("a"), writing("b"), writing("c"));
            Thread other = acquireElsewhere(writing("c"), writing("b"), writing("a"));
            assertThat(ends(one) && ends(other)).isTrue();
        }
    }
}
