package dev.deft.agent.session;

import dev.deft.agent.model.Part;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.registry.DialectTool;
import dev.deft.registry.EnvelopeJson;
import dev.deft.run.Approval;
import dev.deft.run.Gates;
import dev.deft.run.Mode;
import dev.deft.run.PreparedCall;
import dev.deft.run.ToolCall;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolCategory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Writes the log entries of calls: decision, intent and result.
final class CallEntries {

    private CallEntries() {}

    /// The first fields of every entry.
    static Json.Obj entry(String role, Instant at) {
        return Json.Obj.EMPTY.with("role", role).with("ts", EntryTime.text(at));
    }

    static Json.Obj intent(ToolCall call, PreparedCall<?> prepared, Instant at) {
        Json.Obj intent =
                entry("call", at)
                        .with("call_id", call.callId())
                        .with("tool", prepared.toolId())
                        .with("args", prepared.recordedArguments());
        if (prepared.references().isEmpty()) {
            return intent;
        }
        List<Json> passed = new ArrayList<>();
        prepared.references().forEach(it -> passed.add(it.json()));
        return intent.with("refs", new Json.Arr(passed));
    }

    static Json.Obj decision(ToolCall call, Gates.Decision decision, Instant at) {
        List<Json> verdicts = new ArrayList<>();
        for (Gates.GateVerdict judged : decision.verdicts()) {
            verdicts.add(verdict(judged));
        }
        Json.Obj outcome =
                entry("decision", at)
                        .with("call_id", call.callId())
                        .with("gates", new Json.Arr(verdicts))
                        .with("allowed", new Json.Bool(decision.denied().isEmpty()));
        Json.Obj withMode =
                decision.mode() == Mode.FULL
                        ? outcome
                        : outcome.with("mode", decision.mode().wire());
        return decision.answer().map(it -> answered(withMode, it)).orElse(withMode);
    }

    private static Json.Obj answered(Json.Obj decision, Approval answer) {
        Json.Obj answered = decision.with("answer", answer.kind().name().toLowerCase(Locale.ROOT));
        return answer.rules().isEmpty()
                ? answered
                : answered.with("rules", Json.Arr.ofTexts(answer.rules()));
    }

    private static Json verdict(Gates.GateVerdict judged) {
        return Json.Obj.EMPTY
                .with("gate", judged.gate())
                .with("says", judged.verdict().says())
                .with("why", judged.verdict().why());
    }

    static Json.Obj result(
            ToolCall call, Optional<DialectTool> tool, Envelope envelope, Instant at) {
        ToolCategory category = tool.map(it -> it.spec().category()).orElse(ToolCategory.CUSTOM);
        return entry("result", at)
                .with("call_id", call.callId())
                .with("tool", tool.map(it -> it.spec().id()).orElse(call.tool()))
                .with("category", category.wire())
                .with("failed", new Json.Bool(envelope.failed()))
                .with("duration_ms", Json.Num.of(envelope.took().toMillis()))
                .with("result", EnvelopeJson.write(envelope));
    }

    /// Adds the arguments to the result of a call that never started: no other entry has them.
    static Json.Obj withArguments(Json.Obj result, ToolCall call) {
        return result.with("args", arguments(call));
    }

    private static Json arguments(ToolCall call) {
        try {
            return call.arguments().read();
        } catch (JsonSyntaxException _) {
            return new Json.Str(((ToolCall.Arguments.Text) call.arguments()).json());
        }
    }

    /// Adds the text and media that the model got.
    static Json.Obj withModelText(Json.Obj result, String text, Envelope envelope) {
        Json.Obj read = result.with("text", text);
        List<Part.Media> media = CallMedia.of(envelope);
        return media.isEmpty() ? read : read.with("media", PartJson.write(media));
    }

    /// The result of a call that a crash interrupted.
    static Json.Obj interrupted(OpenCalls.OpenCall call, Instant at) {
        Json.Obj result =
                Json.Obj.EMPTY
                        .with("type", "error")
                        .with("error_text", call.reason())
                        .with(
                                "metadata",
                                Json.Obj.EMPTY
                                        .with("duration_ms", Json.Num.of(0))
                                        .with("code", ErrorCode.INTERRUPTED.wire()));
        return entry("result", at)
                .with("call_id", call.callId())
                .with("tool", call.tool())
                .with("failed", new Json.Bool(true))
                .with("duration_ms", Json.Num.of(0))
                .with("result", result);
    }
}
