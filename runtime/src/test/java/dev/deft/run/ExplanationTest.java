package dev.deft.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.host.ErrorCode;
import dev.deft.tool.ToolResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {

    private static final Verdict.Ask ASK =
            new Verdict.Ask("Really?", List.of(), Verdict.AnswerStore.NONE);

    private static Verdict verdict(String word) {
        return switch (word) {
            case "allow" -> new Verdict.Allow("fine");
            case "look" -> new Verdict.Look("only looking", ASK);
            case "ask" -> ASK;
            case "deny" -> new Verdict.Deny(ErrorCode.PERMISSION_DENIED, "no");
            default -> throw new IllegalArgumentException(word);
        };
    }

    private static Explanation of(boolean headless, String... words) {
        List<Gates.GateVerdict> verdicts =
                List.of(words).stream()
                        .map(it -> new Gates.GateVerdict("gate", verdict(it)))
                        .toList();
        return Explanation.of(new ToolRunner.Explained(verdicts, Optional.empty()), headless);
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    allow, allow, allow, allow
                    allow, look,  allow in look mode, allow in look mode
                    look,  look,  allow in look mode, allow in look mode
                    allow, ask,   ask,   deny
                    look,  ask,   ask,   deny
                    ask,   deny,  deny,  deny
                    look,  deny,  deny,  deny
                    deny,  allow, deny,  deny
                    """)
    void combinesTheVerdictsOfTheGates(
            String first, String second, String decision, String headless) {
        assertThat(of(false, first, second).text()).isEqualTo(decision);
        assertThat(of(true, first, second).text()).isEqualTo(headless);
    }

    @Test
    void runsACallInLookModeOnlyIfAGateRequiresIt() {
        assertThat(List.of("allow", "ask", "deny"))
                .allSatisfy(it -> assertThat(verdict(it).mode()).isEqualTo(Mode.FULL));
        assertThat(verdict("look").mode()).isEqualTo(Mode.LOOK);
    }

    @Test
    void allowsACallWithoutGates() {
        assertThat(of(false).text()).isEqualTo("allow");
    }

    @Test
    void isAnEnvelopeWithTheVerdicts() throws Exception {
        var explained =
                new ToolRunner.Explained(
                        List.of(
                                new Gates.GateVerdict(
                                        "rules",
                                        verdict("look"),
                                        List.of(new Gate.Detail("ls", "allow", "reads"))),
                                new Gates.GateVerdict("watchdog", verdict("allow"))),
                        Optional.empty());

        assertThat(Explanation.of(explained, false).envelope(FixturePipeline.call("a")))
                .isEqualTo(
                        JsonText.parse(
                                """
                                {"type": "output",
                                 "data": {"decision": "allow", "mode": "look", "gates": [
                                   {"gate": "rules", "says": "allow", "why": "only looking",
                                    "parts": [{"part": "ls", "says": "allow", "why": "reads"}]},
                                   {"gate": "watchdog", "says": "allow", "why": "fine"}]},
                                 "metadata": {"duration_ms": 0, "title": "Would allow in look mode"}}
                                """));
    }

    @Test
    void namesTheModeOnlyForLookMode() throws Exception {
        assertThat(of(false, "ask").envelope(FixturePipeline.call("a")))
                .isEqualTo(
                        JsonText.parse(
                                """
                                {"type": "output",
                                 "data": {"decision": "ask", "gates": [
                                   {"gate": "gate", "says": "ask", "why": "Really?"}]},
                                 "metadata": {"duration_ms": 0, "title": "Would ask"}}
                                """));
    }

    @Test
    void isTheFailureOfARejectedCall() throws Exception {
        var rejected =
                new ToolRunner.Explained(
                        List.of(),
                        Optional.of(ToolResult.failure(ErrorCode.UNKNOWN_TOOL, "There is none.")));

        assertThat(Explanation.of(rejected, false).envelope(FixturePipeline.call("a")))
                .isEqualTo(
                        JsonText.parse(
                                """
                                {"type": "error", "error_text": "There is none.",
                                 "metadata": {"duration_ms": 0, "code": "unknown_tool"}}
                                """));
    }
}
