package dev.deft.agent.loop;

import dev.deft.agent.model.Dollars;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import dev.deft.run.Approver;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// Writes run events as the JSON objects that `docs/agent.md` describes.
public final class RunEventJson {

    private RunEventJson() {}

    public static Json.Obj write(RunEvent event) {
        return switch (event) {
            case RunEvent.Session it ->
                    typed("session")
                            .with("session_id", it.sessionId())
                            .with("model", it.model())
                            .with("agent", it.agent())
                            .with("tools", Json.Arr.ofTexts(it.tools()));
            case RunEvent.Text(String delta) -> typed("text").with("delta", delta);
            case RunEvent.Reasoning(String delta) -> typed("reasoning").with("delta", delta);
            case RunEvent.ToolCall it ->
                    typed("tool_call")
                            .with("id", it.id())
                            .with("tool", it.tool())
                            .with("args", it.arguments());
            case RunEvent.ToolProgress it -> progress(it);
            case RunEvent.ToolResult it ->
                    typed("tool_result").with("id", it.id()).with("result", it.result());
            case RunEvent.ApprovalRequested(Approver.Request request, boolean _) ->
                    approval(request);
            case RunEvent.QuestionsAsked it ->
                    typed("ask").with("id", it.id()).with("questions", it.questions());
            case RunEvent.TokenUsage(Usage usage, String model) ->
                    tokens(typed("usage"), usage).with("model", model);
            case RunEvent.Compacted(String summary) -> typed("compaction").with("summary", summary);
            case RunEvent.Retry it ->
                    typed("retry")
                            .with("attempt", Json.Num.of(it.attempt()))
                            .with("pause_ms", Json.Num.of(it.pause().toMillis()))
                            .with("reason", it.why());
            case RunEvent.Attached(RunOutcome.Attachment it) ->
                    typed("attachment").withAll(attachment(it));
            case RunEvent.Message(String text) -> typed("message").with("text", text);
            case RunEvent.Warning(String text) -> typed("warning").with("text", text);
            case RunEvent.Ended(RunOutcome outcome) -> result(outcome);
        };
    }

    private static Json.Obj typed(String type) {
        return Json.Obj.EMPTY.with("type", type);
    }

    private static Json.Obj progress(RunEvent.ToolProgress event) {
        Json.Obj said = typed("tool_progress").with("id", event.id()).with("text", event.text());
        Json.Obj titled = event.title().map(it -> said.with("title", it)).orElse(said);
        return event.metadata().fields().isEmpty()
                ? titled
                : titled.with("metadata", event.metadata());
    }

    private static Json.Obj approval(Approver.Request request) {
        Json.Obj ask =
                typed("ask")
                        .with("id", request.callId())
                        .with("tool", request.tool())
                        .with("args", request.arguments())
                        .with("reasons", Json.Arr.ofTexts(request.reasons()))
                        .with("rules", Json.Arr.ofTexts(request.rules()));
        Json.Obj shown = request.preview().map(it -> ask.with("preview", it)).orElse(ask);
        return request.from().map(it -> shown.with("from", it)).orElse(shown);
    }

    private static Json.Obj tokens(Json.Obj object, Usage usage) {
        Json.Obj counted =
                object.with("input_tokens", Json.Num.of(usage.input()))
                        .with("output_tokens", Json.Num.of(usage.output()))
                        .with("cache_read", Json.Num.of(usage.cacheRead()))
                        .with("cache_write", Json.Num.of(usage.cacheWrite()));
        return usage.estimated() ? counted.with("estimated", new Json.Bool(true)) : counted;
    }

    /// The `result` object, which `--output json` prints alone. `turns` is a synonym of `steps`, as
    /// other agents count them.
    public static Json.Obj result(RunOutcome outcome) {
        Json cost =
                outcome.cost().isPresent()
                        ? dollars(outcome.cost().getAsDouble())
                        : Json.Null.VALUE;
        Json.Obj result =
                typed("result")
                        .with("status", outcome.status().wire())
                        .with("text", outcome.text())
                        .with("session_id", outcome.sessionId())
                        .with("steps", Json.Num.of(outcome.steps()))
                        .with("turns", Json.Num.of(outcome.steps()))
                        .with(
                                "usage",
                                tokens(Json.Obj.EMPTY, outcome.usage()).with("cost_usd", cost))
                        .with("files_changed", Json.Arr.ofTexts(outcome.filesChanged()));
        Json.Obj attached =
                outcome.attachments().isEmpty()
                        ? result
                        : result.with(
                                "attachments",
                                new Json.Arr(
                                        outcome.attachments().stream()
                                                .<Json>map(RunEventJson::attachment)
                                                .toList()));
        Json.Obj structured =
                outcome.structured()
                        .map(it -> attached.with("structured_output", it))
                        .orElse(attached);
        return outcome.error().map(it -> structured.with("error", it)).orElse(structured);
    }

    private static Json.Obj attachment(RunOutcome.Attachment it) {
        return Json.Obj.EMPTY
                .with("path", it.path())
                .with("mime_type", it.mimeType())
                .with("bytes", Json.Num.of(it.bytes()));
    }

    private static List<RunOutcome.Attachment> attachments(Json.Obj result) {
        List<RunOutcome.Attachment> all = new ArrayList<>();
        if (result.find("attachments").orElse(Json.Null.VALUE) instanceof Json.Arr(var items)) {
            for (Json item : items) {
                if (item instanceof Json.Obj it) {
                    all.add(
                            new RunOutcome.Attachment(
                                    it.text("path").orElse(""),
                                    it.text("mime_type").orElse(""),
                                    (long) number(it, "bytes").orElse(0)));
                }
            }
        }
        return all;
    }

    /// Reads a `result` object; absent fields are empty. Logs of older versions have only `turns`.
    public static RunOutcome outcome(Json.Obj result) {
        Json.Obj usage =
                result.find("usage").orElse(Json.Null.VALUE) instanceof Json.Obj it
                        ? it
                        : Json.Obj.EMPTY;
        List<String> files = new ArrayList<>();
        if (result.find("files_changed").orElse(Json.Null.VALUE) instanceof Json.Arr(var items)) {
            items.forEach(it -> files.add(it instanceof Json.Str(String path) ? path : ""));
        }
        return new RunOutcome(
                RunOutcome.Status.of(result.text("status").orElse("")),
                result.text("text").orElse(""),
                result.text("session_id").orElse(""),
                (int) number(result, "steps").orElse(number(result, "turns").orElse(0)),
                new Usage(
                        (long) number(usage, "input_tokens").orElse(0),
                        (long) number(usage, "output_tokens").orElse(0),
                        (long) number(usage, "cache_read").orElse(0),
                        (long) number(usage, "cache_write").orElse(0),
                        usage.find("estimated").filter(new Json.Bool(true)::equals).isPresent()),
                number(usage, "cost_usd"),
                files,
                result.text("error"),
                attachments(result),
                result.find("structured_output"));
    }

    private static OptionalDouble number(Json.Obj object, String name) {
        return object.find(name).orElse(Json.Null.VALUE) instanceof Json.Num number
                ? OptionalDouble.of(number.asDouble())
                : OptionalDouble.empty();
    }

    private static Json dollars(double amount) {
        return new Json.Num(Dollars.plain(amount));
    }
}
