package dev.deft.search.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunningSearchesTest {

    private final RunningSearches searches = new RunningSearches();

    @Test
    void stopPreparationsWhenTheFirstOneBegins() {
        var before = new Budget(Duration.ofDays(1));
        searches.stopAtFirst(before);
        assertThat(before.over()).isFalse();
        searches.begin();
        assertThat(before.over()).isTrue();
        searches.end();

        var after = new Budget(Duration.ofDays(1));
        searches.stopAtFirst(after);
        assertThat(after.over()).isTrue();
    }

    @Test
    void letTheBackgroundWaitForAllOfThem() throws Exception {
        searches.awaitNone();
        searches.begin();
        searches.begin();
        Thread background =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                searches.awaitNone();
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        });
        searches.end();
        while (background.getState() != Thread.State.TIMED_WAITING) {
            assertThat(background.isAlive()).as("waits").isTrue();
            Thread.onSpinWait();
        }
        searches.end();
        background.join();
    }
}
