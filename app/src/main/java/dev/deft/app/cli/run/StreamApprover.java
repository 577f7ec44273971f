package dev.deft.app.cli.run;

import dev.deft.agent.loop.RunEvent;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An approver behind a stream: the `ask` event is the question, and a line of standard input with
/// its id is the answer. Once the input has ended, the answer is no.
final class StreamApprover implements Approver {

    private Optional<String> asked = Optional.empty();
    private Optional<Json.Obj> reply = Optional.empty();
    private boolean over;

    /// Expects an answer from now on, if the event asks for one. To be called before the event is
    /// written, since the answer may come at once.
    synchronized void expect(RunEvent event) {
        Optional<String> id = id(event);
        if (id.isPresent()) {
            asked = id;
            reply = Optional.empty();
        }
    }

    private static Optional<String> id(RunEvent event) {
        if (event instanceof RunEvent.ApprovalRequested(Request request, boolean present)) {
            return present ? Optional.of(request.callId()) : Optional.empty();
        }
        return event instanceof RunEvent.QuestionsAsked(String id, Json _)
                ? Optional.of(id)
                : Optional.empty();
    }

    /// Takes an answer.
    ///
    /// @return false if nothing is asked under that id
    synchronized boolean take(StreamLine.Answered answered) {
        if (!asked.equals(Optional.of(answered.id())) || reply.isPresent()) {
            return false;
        }
        reply = Optional.of(answered.reply());
        notifyAll();
        return true;
    }

    /// No further answer can come.
    synchronized void end() {
        over = true;
        notifyAll();
    }

    @Override
    public Approval approve(Request request) throws InterruptedException {
        return switch (awaited(request.callId()).flatMap(it -> it.text("answer")).orElse("")) {
            case "once" -> Approval.ONCE;
            case "session" -> Approval.SESSION;
            case "project" -> Approval.PROJECT;
            default -> Approval.REJECT;
        };
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        if (awaited(callId).flatMap(it -> it.find("answers")).orElse(Json.Null.VALUE)
                instanceof Json.Arr(List<Json> lists)) {
            return lists.stream().map(StreamApprover::texts).toList();
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

    /// The answer to what was asked; empty if the question reached nobody or the input has ended.
    private synchronized Optional<Json.Obj> awaited(String id) throws InterruptedException {
        try {
            while (asked.equals(Optional.of(id)) && reply.isEmpty() && !over) {
                wait();
            }
            return asked.equals(Optional.of(id)) ? reply : Optional.empty();
        } finally {
            asked = Optional.empty();
            reply = Optional.empty();
        }
    }
}
