package dev.deft.engine.session;

import dev.deft.agent.loop.RunEvent;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Asks an approver one question at a time, since calls run in parallel, and publishes each
/// question to listeners.
public record SerialApprover(Approver approver, Consumer<RunEvent> events, ReentrantLock asking)
        implements Approver {

    public static SerialApprover of(Approver approver, Consumer<RunEvent> events) {
        return new SerialApprover(approver, events, new ReentrantLock(true));
    }

    @Override
    public boolean present() {
        return approver.present();
    }

    @Override
    public boolean servesMany() {
        return approver.servesMany();
    }

    @Override
    public void missed(Request request) {
        events.accept(new RunEvent.ApprovalRequested(request, false));
        approver.missed(request);
    }

    @Override
    public Approval approve(Request request) throws IOException, InterruptedException {
        begin();
        try {
            events.accept(new RunEvent.ApprovalRequested(request, true));
            return approver.approve(request);
        } finally {
            end();
        }
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        begin();
        try {
            Json asked = new Json.Arr(questions.stream().map(SerialApprover::json).toList());
            events.accept(new RunEvent.QuestionsAsked(callId, asked));
            return approver.answer(callId, questions);
        } finally {
            end();
        }
    }

    private void begin() throws InterruptedException {
        if (!approver.servesMany()) {
            asking.lockInterruptibly();
        }
    }

    private void end() {
        if (asking.isHeldByCurrentThread()) {
            asking.unlock();
        }
    }

    private static Json json(Question question) {
        Json.Obj asked = Json.Obj.EMPTY.with("question", question.question());
        Json.Obj json = question.header().map(it -> asked.with("header", it)).orElse(asked);
        List<String> labels = question.options().stream().map(Question.Choice::label).toList();
        return labels.isEmpty() ? json : json.with("options", Json.Arr.ofTexts(labels));
    }
}
