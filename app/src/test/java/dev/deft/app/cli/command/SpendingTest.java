package dev.deft.app.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpendingTest {

    private static RunOutcome outcome(Usage usage, OptionalDouble cost, List<String> changed) {
        return new RunOutcome(
                RunOutcome.Status.DONE,
                "",
                "ses_1",
                2,
                usage,
                cost,
                changed,
                Optional.empty(),
                List.of());
    }

    @Test
    void tellsWhatARunTook() {
        RunOutcome outcome =
                outcome(
                        new Usage(1_234_567, 999, 1_000, 0),
                        OptionalDouble.of(0.01236),
                        List.of("a"));

        assertThat(Spending.line(outcome, Duration.ofMillis(12_340)))
                .isEqualTo(
                        "done · 2 steps · 1,235,567 tokens in (1,000 cached), 999 out · about"
                                + " $0.0124 · 1 file changed · 12.3 s · session ses_1");
    }

    @Test
    void saysThatAFreeModelIsFree() {
        assertThat(
                        Spending.line(
                                outcome(new Usage(0, 0, 0, 0), OptionalDouble.of(0), List.of()),
                                Duration.ofMillis(49)))
                .isEqualTo("done · 2 steps · 0 tokens in, 0 out · free · 0.0 s · session ses_1");
    }

    @Test
    void writesNumbersAsTheFormatterOfJavaDoes() {
        var random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            long tokens = random.nextLong(1L << random.nextInt(1, 40));
            long millis = random.nextLong(1L << random.nextInt(1, 30)) * 100 + 7;
            String line =
                    Spending.line(
                            outcome(
                                    new Usage(tokens, tokens, 0, 0),
                                    OptionalDouble.empty(),
                                    List.of()),
                            Duration.ofMillis(millis));

            assertThat(line)
                    .contains(
                            String.format(
                                    Locale.ROOT,
                                    "%,d tokens in, %,d out · %.1f s",
                                    tokens,
                                    tokens,
                                    millis / 1000.0));
        }
    }
}
