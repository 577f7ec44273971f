package dev.deft.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestPaceTest {

    private static final long SECOND = 1_000_000_000;
    private static final long START = 5 * SECOND;

    @Test
    void letsABurstThroughAndThenOneAfterTheOther() {
        var pace = new RequestPace(10, START);
        for (int i = 0; i < 10; i++) {
            assertThat(pace.next(START)).isZero();
        }
        assertThat(pace.next(START)).isEqualTo(SECOND / 10);
        assertThat(pace.next(START + SECOND / 10)).isEqualTo(SECOND / 10);
    }

    @Test
    void holdsNobodyUpWhoIsSlowerAnyway() {
        var pace = new RequestPace(10, START);
        for (long now = START; now < START + 100 * SECOND; now += SECOND / 10) {
            assertThat(pace.next(now)).isZero();
        }
    }

    @Test
    void savesUpTheSupplyOfOneSecondOnly() {
        var pace = new RequestPace(10, START);
        long later = START + 60 * SECOND;
        int atOnce = 0;
        while (pace.next(later) == 0) {
            atOnce++;
        }
        assertThat(atOnce).isEqualTo(10);
    }
}
