package dev.deft.engine;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// A model that says what it was told to say, and remembers what it was asked.
final class ScriptedModel implements Model {

    final List<Prompt> asked = new ArrayList<>();
    private final Deque<Step> steps = new ArrayDeque<>();

    @FunctionalInterface
    interface Step {

        Answer answer(Prompt prompt, AnswerListener listener)
                throws ModelException, InterruptedException;
    }

    ScriptedModel then(Step step) {
        steps.add(step);
        return this;
    }

    ScriptedModel says(String text) {
        return then((_, listener) -> {
            listener.text(text);
            return saying(text);
        });
    }

    ScriptedModel calls(Part.Call... calls) {
        return then((_, _) -> calling(Usage.NONE, calls));
    }

    static Answer saying(String text) {
        return new Answer(
                new Message.Assistant(List.of(new Part.Text(text))),
                Answer.Stop.DONE,
                new Usage(100, 10, 0, 0),
                "scripted");
    }

    static Answer calling(Usage usage, Part.Call... calls) {
        return new Answer(
                new Message.Assistant(List.of(calls)), Answer.Stop.CALLS, usage, "scripted");
    }

    static Part.Call call(String id, String tool, String arguments) {
        return new Part.Call(id, tool, arguments);
    }

    /// What the model was told about its last calls.
    List<Message.CallResult> lastResults() {
        return ((Message.Results) asked.getLast().messages().getLast()).results();
    }

    @Override
    public String name() {
        return "test/scripted";
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        asked.add(prompt);
        return steps.isEmpty()
                ? saying("nothing more to say")
                : steps.removeFirst().answer(prompt, listener);
    }

    @Override
    public void close() {}
}
