package dev.deft.app.cli.call;

import dev.deft.app.cli.command.Console;
import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An approver behind a pipe: a question is written as a line, and the next line is the answer.
final class BatchApprover implements Approver {

    private final BatchLines lines;
    private final Console console;

    BatchApprover(BatchLines lines, Console console) {
        this.lines = lines;
        this.console = console;
    }

    @Override
    public Approval approve(Request request) throws IOException {
        Json.Obj plain =
                Json.Obj.EMPTY
                        .with("type", "approval")
                        .with("tool", request.tool())
                        .with("args", request.arguments())
                        .with("reasons", Json.Arr.ofTexts(request.reasons()))
                        .with("rules", Json.Arr.ofTexts(request.rules()));
        Json.Obj ask = request.from().map(it -> plain.with("from", it)).orElse(plain);
        Optional<Json.Obj> reply =
                asked(request.preview().map(it -> ask.with("preview", it)).orElse(ask));
        return switch (reply.flatMap(it -> it.text("answer")).orElse("")) {
            case "once" -> Approval.ONCE;
            case "session" -> Approval.SESSION;
            case "project" -> Approval.PROJECT;
            default -> Approval.REJECT;
        };
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions) throws IOException {
        Json.Obj ask =
                Json.Obj.EMPTY
                        .with("type", "question")
                        .with(
                                "questions",
                                new Json.Arr(
                                        questions.stream().<Json>map(Records::write).toList()));
        Optional<Json> answers = asked(ask).flatMap(it -> it.find("answers"));
        if (answers.isPresent() && answers.get() instanceof Json.Arr(List<Json> lists)) {
            return lists.stream().map(BatchApprover::texts).toList();
        }
        throw new HostException(
                ErrorCode.REFUSED, "The question was not answered. Use your best judgment.");
    }

    private static List<String> texts(Json answer) {
        List<String> texts = new ArrayList<>();
        if (answer instanceof Json.Arr(List<Json> items)) {
            items.forEach(it -> {
                if (it instanceof Json.Str(String text)) {
                    texts.add(text);
                }
            });
        }
        return texts;
    }

    /// The reply to this question; empty for any other line.
    private synchronized Optional<Json.Obj> asked(Json.Obj ask) throws IOException {
        console.sayJson(Json.Obj.EMPTY.with("id", lines.id()).with("ask", ask));
        Optional<String> line = lines.next();
        if (line.isEmpty()) {
            return Optional.empty();
        }
        try {
            Json.Obj reply = JsonText.parseObject(line.get());
            return reply.find("id").filter(it -> it.equals(lines.id())).map(_ -> reply);
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }
}
