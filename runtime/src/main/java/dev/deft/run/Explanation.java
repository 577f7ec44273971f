package dev.deft.run;

import dev.deft.json.Json;
import dev.deft.registry.EnvelopeJson;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The decision the gates would make about a call.
///
/// @param decision `allow`, `ask` or `deny`
/// @param mode in which it would run
/// @param rejected why the call was rejected before the gates
public record Explanation(
        String decision,
        Mode mode,
        List<Gates.GateVerdict> verdicts,
        Optional<ToolResult.Failure> rejected) {

    /// Combines the verdicts of the gates. In a headless run, `ask` becomes `deny`.
    public static Explanation of(ToolRunner.Explained explained, boolean headless) {
        boolean deny =
                explained.verdicts().stream().anyMatch(it -> it.verdict() instanceof Verdict.Deny);
        boolean ask =
                explained.verdicts().stream().anyMatch(it -> it.verdict() instanceof Verdict.Ask);
        String decision = deny || (ask && headless) ? "deny" : ask ? "ask" : "allow";
        boolean looks =
                explained.verdicts().stream().anyMatch(it -> it.verdict().mode() == Mode.LOOK);
        Mode mode = looks && decision.equals("allow") ? Mode.LOOK : Mode.FULL;
        return new Explanation(decision, mode, explained.verdicts(), explained.rejected());
    }

    /// The decision for people.
    public String text() {
        return mode == Mode.LOOK ? decision + " in look mode" : decision;
    }

    /// The decision as an envelope.
    public Json envelope(ToolCall call) {
        ToolResult result =
                rejected.<ToolResult>map(it -> it)
                        .orElseGet(() ->
                                ToolResult.output(
                                        new Data(
                                                decision,
                                                Optional.of(mode.wire())
                                                        .filter(_ -> mode == Mode.LOOK),
                                                verdicts.stream().map(GateEntry::of).toList()),
                                        text(),
                                        "Would " + text()));
        return EnvelopeJson.write(
                new Envelope(
                        call.callId(), result, Instant.EPOCH, Duration.ZERO, Optional.empty()));
    }

    /// The data of the envelope.
    ///
    /// @param mode `look`, or empty for full mode
    /// @param gates the verdicts, in order
    record Data(String decision, Optional<String> mode, List<GateEntry> gates) {}

    /// The verdict of one gate.
    ///
    /// @param parts the verdict on each command of a script
    public record GateEntry(
            String gate, String says, String why, Optional<List<Gate.Detail>> parts) {

        public static GateEntry of(Gates.GateVerdict judged) {
            return new GateEntry(
                    judged.gate(),
                    judged.verdict().says(),
                    judged.verdict().why(),
                    Optional.of(judged.details()).filter(it -> !it.isEmpty()));
        }
    }
}
