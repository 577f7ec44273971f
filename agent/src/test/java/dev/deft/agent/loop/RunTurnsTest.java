package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTurnsTest {

    @AfterEach
    void clearInterrupt() {
        boolean _ = Thread.interrupted();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void letAnInterruptedThreadBeginIfNoRunIsGoing(boolean cancelling) throws Exception {
        var turns = new RunTurns(() -> cancelling);
        Thread.currentThread().interrupt();
        assertThat(turns.begin()).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        turns.end();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doNotLetAnInterruptedThreadWaitForAnotherRun(boolean cancelling) throws Exception {
        var turns = new RunTurns(() -> cancelling);
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Thread other =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                turns.begin();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            begun.countDown();
                            awaitUninterruptibly(goOn);
                            turns.end();
                        });
        begun.await();
        Thread.currentThread().interrupt();
        assertThatThrownBy(turns::begin).isInstanceOf(InterruptedException.class);
        goOn.countDown();
        other.join();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean waiting = true;
        while (waiting) {
            try {
                latch.await();
                waiting = false;
            } catch (InterruptedException _) {
                // A new run has cancelled this one, which takes its time.
            }
        }
    }
}
