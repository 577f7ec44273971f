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
        Thread background = background(searches);
        searches.end();
        awaitWaiting(background);
        searches.end();
        background.join();
    }

    @Test
    void letTheBackgroundWaitLongerAfterTheFirstOnly() throws Exception {
        var slow = new RunningSearches(Duration.ofDays(1));
        slow.begin();
        Thread resting = background(slow);
        awaitWaiting(resting);
        slow.end();
        assertThat(resting.join(Duration.ofMillis(100))).as("ends within a day").isFalse();
        do {
            slow.begin();
            slow.end();
        } while (!resting.join(Duration.ofMillis(10)));

        slow.begin();
        Thread later = background(slow);
        awaitWaiting(later);
        slow.end();
        later.join();
    }

    private static Thread background(RunningSearches searches) {
        return Thread.ofPlatform()
                .start(() -> {
                    try {
                        searches.awaitNone();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    private static void awaitWaiting(Thread background) {
        while (background.getState() != Thread.State.TIMED_WAITING) {
            assertThat(background.isAlive()).as("waits").isTrue();
            Thread.onSpinWait();
        }
    }
}
