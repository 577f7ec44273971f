package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.mcp.server.feature.InputRequest;
import dev.deft.output.TerminalText;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.util.List;

/// The form by which the user of a client decides about a call.
final class ApprovalForm {

    private static final int MAX_PREVIEW = 4_000;
    private static final String DECISION = "decision";
    private static final String MESSAGE = "message";

    private ApprovalForm() {}

    static InputRequest of(Approver.Request request) {
        Json.Obj decision =
                Json.Obj.EMPTY
                        .with("type", "string")
                        .with("title", "Decision")
                        .with("description", description(request))
                        .with(
                                "enum",
                                Json.Arr.ofTexts(List.of("once", "session", "project", "reject")));
        Json.Obj message =
                Json.Obj.EMPTY
                        .with("type", "string")
                        .with("title", "Message")
                        .with("description", "What to tell the model about a rejection");
        return InputRequest.form(
                message(request),
                Json.Obj.EMPTY
                        .with("type", "object")
                        .with(
                                "properties",
                                Json.Obj.EMPTY.with(DECISION, decision).with(MESSAGE, message))
                        .with("required", Json.Arr.ofTexts(List.of(DECISION))));
    }

    private static String description(Approver.Request request) {
        return request.rules().isEmpty()
                ? "once: allow this call; reject: deny it"
                : "once: allow this call; session or project: also add %s; reject: deny it"
                        .formatted(TerminalText.read(String.join(", ", request.rules())));
    }

    /// What the call would do is foreign text: nothing in it may look like something else.
    private static String message(Approver.Request request) {
        var text = new StringBuilder("Allow %s?".formatted(request.tool()));
        request.from().ifPresent(it -> text.append(" (asked by ").append(it).append(')'));
        request.reasons().forEach(it -> text.append('\n').append(it));
        text.append('\n').append(cut(request.preview().orElse(request.arguments().toString())));
        return TerminalText.read(text.toString());
    }

    private static String cut(String text) {
        return text.length() <= MAX_PREVIEW
                ? text
                : text.substring(0, MAX_PREVIEW)
                        + "\n[%d more characters]".formatted(text.length() - MAX_PREVIEW);
    }

    /// Everything but a clear yes is a no.
    static Approval read(Json.Obj result) {
        if (!result.text("action").orElse("").equals("accept")
                || !(result.find("content").orElse(Json.Null.VALUE) instanceof Json.Obj content)) {
            return Approval.REJECT;
        }
        return switch (content.text(DECISION).orElse("")) {
            case "once" -> Approval.ONCE;
            case "session" -> Approval.SESSION;
            case "project" -> Approval.PROJECT;
            default -> Approval.reject(content.text(MESSAGE).orElse(""));
        };
    }
}
