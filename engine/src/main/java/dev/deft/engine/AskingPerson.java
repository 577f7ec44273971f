package dev.deft.engine;

import dev.deft.agent.loop.RunEvent;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Tells onlookers what is asked, and lets one question wait for another: calls run side by side, a
/// person does not.
record AskingPerson(Approver person, Consumer<RunEvent> events, ReentrantLock turn)
        implements Approver {

    static AskingPerson of(Approver person, Consumer<RunEvent> events) {
        return new AskingPerson(person, events, new ReentrantLock(true));
    }

    @Override
    public boolean present() {
        return person.present();
    }

    @Override
    public void missed(Request request) {
        events.accept(new RunEvent.Asked(request, false));
        person.missed(request);
    }

    @Override
    public Approval approve(Request request) throws IOException, InterruptedException {
        turn.lockInterruptibly();
        try {
            events.accept(new RunEvent.Asked(request, true));
            return person.approve(request);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        turn.lockInterruptibly();
        try {
            Json asked = new Json.Arr(questions.stream().map(AskingPerson::json).toList());
            events.accept(new RunEvent.Questioned(callId, asked));
            return person.answer(callId, questions);
        } finally {
            turn.unlock();
        }
    }

    private static Json json(Question question) {
        Json.Obj json = Json.Obj.EMPTY.with("question", question.question());
        List<String> labels = question.options().stream().map(Question.Choice::label).toList();
        return labels.isEmpty() ? json : json.with("options", Json.Arr.ofTexts(labels));
    }
}
