package dev.deft.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.bench.process.MeasuredProgram;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PeerRowTest {

    private static final MeasuredProgram.Cost COST =
            new MeasuredProgram.Cost(1_000_000, 0, true, 0.5, 80, 0);

    private static ModelRequest request(int step, long arrivedMillis, long answeredMillis) {
        return new ModelRequest(
                step,
                arrivedMillis * 1_000_000,
                answeredMillis * 1_000_000,
                2_000,
                3,
                Optional.empty());
    }

    @Test
    void timesACallFromItsAnswerToTheRequestWithItsResult() {
        List<ScriptStep> steps = List.of(new ScriptStep.Read("a"), new ScriptStep.Bash("true"));
        PeerRun run =
                PeerRun.of(
                        COST,
                        steps,
                        List.of(
                                request(0, 11, 12),
                                request(0, 20, 21),
                                request(1, 25, 26),
                                request(2, 36, 37)));
        assertThat(run.startMillis()).isEqualTo(10);
        assertThat(run.inOrder()).containsExactly(4.0, 10.0);
        assertThat(run.medianMillis()).isEqualTo(7);
        assertThat(run.medianMillis("bash")).isEqualTo(10);
        assertThat(run.problem(2)).isEmpty();
        assertThat(run.problem(3)).contains("made 2 of 3 calls");
    }

    @Test
    void takesTheLimitFromTheOtherAgent() {
        PeerMeasure start = PeerMeasure.ALL.getFirst();
        PeerRow row = PeerRow.of(start, Map.of("Deft", 350.0, "Codex", 500.0));
        assertThat(row.limit()).isEqualTo(OptionalDouble.of(400));
        assertThat(row.note()).isEqualTo("0.8 × Codex");
        assertThat(PeerRow.of(start, Map.of("Deft", 350.0, "pi", 1.0)).limit()).isEmpty();
    }
}
