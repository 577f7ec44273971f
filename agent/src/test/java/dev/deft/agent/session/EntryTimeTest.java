package dev.deft.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EntryTimeTest {

    private static void isWrittenAsTheJdkWritesIt(Instant at) {
        assertThat(EntryTime.text(at)).isEqualTo(at.toString());
    }

    @Test
    void writesTimesAsTheJdkDoes() {
        var random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            long seconds = random.nextLong(-10_000_000_000L, 300_000_000_000L);
            isWrittenAsTheJdkWritesIt(Instant.ofEpochSecond(seconds));
            isWrittenAsTheJdkWritesIt(Instant.ofEpochMilli(seconds * 1_000 + i % 1_000));
            isWrittenAsTheJdkWritesIt(Instant.ofEpochSecond(seconds, i % 1_000_000 * 1_000L));
            isWrittenAsTheJdkWritesIt(Instant.ofEpochSecond(seconds, i));
        }
    }

    @Test
    void writesEveryDayOfLeapYearsAndOthers() {
        for (int year : new int[] {1970, 2000, 2023, 2024, 2100, 9999}) {
            Instant first = Instant.parse(year + "-01-01T23:59:59Z");
            for (int day = 0; day < 367; day++) {
                isWrittenAsTheJdkWritesIt(first.plusSeconds(day * 86_400L));
            }
        }
    }
}
