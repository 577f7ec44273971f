package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.ModelSettings.Retries;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    private static final Backoff DEFAULT =
            new Backoff(
                    Retries.DEFAULT,
                    InstantSource.fixed(WireFixture.NOW),
                    new Random(3),
                    Thread::sleep);

    @ParameterizedTest
    @CsvSource({"1, 500", "2, 1000", "3, 2000", "7, 32000", "8, 32000", "100, 32000"})
    void drawsAPauseBelowABoundThatDoubles(int failures, long bound) {
        List<Long> pauses =
                Stream.generate(() -> DEFAULT.pauseAfter(failures).toMillis())
                        .limit(2_000)
                        .toList();
        assertThat(pauses).allMatch(it -> it >= 0 && it <= bound);
        assertThat(pauses).anyMatch(it -> it < bound / 10).anyMatch(it -> it > bound * 9 / 10);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "8, 0"})
    void needsNoPauseAtAll(int failures, long millis) {
        var none = new Retries(8, Duration.ZERO, Duration.ZERO, Duration.ofMinutes(1));
        var backoff =
                new Backoff(
                        none, InstantSource.fixed(WireFixture.NOW), new Random(3), Thread::sleep);
        assertThat(backoff.pauseAfter(failures)).isEqualTo(Duration.ofMillis(millis));
    }
}
