package dev.deft.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DollarsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "100, 100",
        "0.5, 0.5",
        "0.0033, 0.0033",
        "0.000001, 0.000001",
        "0.0000004, 0",
        "0.0000005, 0.000001",
        "1.9999999, 2",
        "12345.678901, 12345.678901"
    })
    void areRoundedToAMillionth(double amount, String text) {
        assertThat(Dollars.plain(amount)).isEqualTo(text);
    }

    @Test
    void areWhatExactArithmeticMakesOfThem() {
        var random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            double amount = random.nextInt(2_000_000_000) / 10_000_000.0 + 0.000_000_01;
            assertThat(Dollars.plain(amount))
                    .isEqualTo(
                            BigDecimal.valueOf(amount)
                                    .setScale(6, RoundingMode.HALF_UP)
                                    .stripTrailingZeros()
                                    .toPlainString());
        }
    }
}
