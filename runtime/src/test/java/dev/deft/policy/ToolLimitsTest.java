package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.deft.host.Limits;
import dev.deft.policy.ToolLimits.Bounds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolLimitsTest {

    private static final Limits OWN = new Limits(10_000, 200, Duration.ofSeconds(30));

    private static ToolLimits all(Bounds bounds) {
        return ToolLimits.of(bounds, Map.of());
    }

    private static ToolLimits grep(Bounds bounds) {
        return ToolLimits.of(Bounds.NONE, Map.of("grep", bounds));
    }

    private static Bounds entries(int entries) {
        return Bounds.NONE.withEntries(entries);
    }

    @Test
    void keepTheLimitsOfAToolWhereNothingIsSet() {
        assertThat(ToolLimits.NONE.over("grep", OWN)).isEqualTo(OWN);
        assertThat(ToolLimits.NONE.isNone()).isTrue();
        assertThat(grep(Bounds.NONE).isNone()).isTrue();
        assertThat(grep(entries(1)).over("glob", OWN)).isEqualTo(OWN);
    }

    @Test
    void raiseAndLowerEachLimitSeparately() {
        ToolLimits limits =
                all(
                        Bounds.NONE
                                .withOutputBytes(2_000)
                                .withEntries(5_000)
                                .withTimeout(Duration.ofHours(1)));

        assertThat(limits.over("grep", OWN))
                .isEqualTo(new Limits(2_000, 5_000, Duration.ofHours(1)));
        assertThat(all(entries(7)).over("grep", OWN)).isEqualTo(OWN.withItems(7));
    }

    @Test
    void ofOneToolReplaceThoseOfAll() {
        ToolLimits limits =
                ToolLimits.of(entries(10).withOutputBytes(3_000), Map.of("grep", entries(50)));

        assertThat(limits.over("grep", OWN)).isEqualTo(new Limits(3_000, 50, OWN.timeout()));
        assertThat(limits.over("glob", OWN)).isEqualTo(new Limits(3_000, 10, OWN.timeout()));
    }

    @Test
    void areLoweredOneByOne() {
        ToolLimits user = all(entries(100).withTimeout(Duration.ofSeconds(5)));
        ToolLimits both = user.lowered(all(entries(20).withTimeout(Duration.ofSeconds(9))));

        assertThat(both.over("grep", OWN))
                .isEqualTo(new Limits(OWN.outputBytes(), 20, Duration.ofSeconds(5)));
    }

    @Test
    void areNeverRaisedByCeilings() {
        ToolLimits greedy =
                ToolLimits.of(
                        entries(90_000)
                                .withOutputBytes(1_000_000)
                                .withTimeout(Duration.ofDays(1))
                                .withCalls(900_000),
                        Map.of("grep", entries(80_000).withCalls(800_000)));
        ToolLimits user = ToolLimits.of(entries(10).withCalls(3), Map.of("grep", entries(20)));

        assertThat(ToolLimits.NONE.lowered(greedy).over("grep", OWN)).isEqualTo(OWN);
        assertThat(user.lowered(greedy).over("grep", OWN)).isEqualTo(OWN.withItems(20));
        assertThat(user.lowered(greedy).over("glob", OWN)).isEqualTo(OWN.withItems(10));
        assertThat(user.lowered(greedy).calls()).hasValue(3);
    }

    @Test
    void areLoweredWhereTheUserSetNone() {
        ToolLimits lowered = ToolLimits.NONE.lowered(grep(entries(5).withCalls(2)));

        assertThat(lowered.isNone()).isFalse();
        assertThat(lowered.over("grep", OWN)).isEqualTo(OWN.withItems(5));
        assertThat(lowered.calls("grep")).hasValue(2);
    }

    @Test
    void forAllLowerTheLimitsOfOneTool() {
        assertThat(grep(entries(500)).lowered(all(entries(80))).over("grep", OWN).items())
                .isEqualTo(80);
    }

    @Test
    void canBeLoweredRepeatedlyInAnyOrder() {
        ToolLimits a = grep(entries(50));
        ToolLimits b = all(entries(60).withCalls(4));
        ToolLimits c = grep(entries(40).withCalls(9));

        assertThat(a.lowered(b).lowered(c).over("grep", OWN).items()).isEqualTo(40);
        assertThat(a.lowered(c.lowered(b)).over("grep", OWN).items()).isEqualTo(40);
        assertThat(a.lowered(c.lowered(b)).calls()).hasValue(4);
        assertThat(a.lowered(ToolLimits.NONE)).isSameAs(a);
    }

    @Test
    void limitCallsInTotalAndByTool() {
        ToolLimits limits =
                ToolLimits.of(Bounds.NONE.withCalls(9), Map.of("grep", Bounds.NONE.withCalls(2)));

        assertThat(limits.calls()).hasValue(9);
        assertThat(limits.calls("grep")).hasValue(2);
        assertThat(limits.calls("glob")).isEqualTo(OptionalInt.empty());
        assertThat(limits.boundsCalls()).isTrue();
        assertThat(grep(Bounds.NONE.withCalls(2)).boundsCalls()).isTrue();
        assertThat(ToolLimits.NONE.lowered(limits).boundsCalls()).isTrue();
        assertThat(all(entries(3)).boundsCalls()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE})
    void areRejectedOutsideTheirBounds(int number) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.NONE.withOutputBytes(number))
                .withMessage("output_bytes must be from 1024 to 16777216, not " + number);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.NONE.withEntries(number))
                .withMessage("entries must be from 1 to 100000, not " + number);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.NONE.withCalls(number))
                .withMessage("calls must be from 1 to 1000000, not " + number);
        Duration timeout = Duration.ofSeconds(number);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.NONE.withTimeout(timeout))
                .withMessage("timeout_ms must be from 1 to 604800000, not " + timeout);
    }

    @Test
    void ofUnknownToolsAreReportedWithTheNearestName() {
        ToolLimits limits =
                ToolLimits.of(Bounds.NONE, Map.of("grep", entries(1)))
                        .lowered(ToolLimits.of(Bounds.NONE, Map.of("greps", entries(1))))
                        .lowered(ToolLimits.of(Bounds.NONE, Map.of("weather", entries(1))));

        assertThat(limits.mistakes(List.of("bash", "grep")))
                .containsExactly(
                        "limits.tools has \"greps\", but there is no such tool; did you mean grep?",
                        "limits.tools has \"weather\", but there is no such tool; the limit has no effect.");
    }
}
