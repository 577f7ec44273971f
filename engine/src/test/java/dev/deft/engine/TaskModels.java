package dev.deft.engine;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.session.SessionHistory;
import dev.deft.testkit.ScriptedModel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A scripted model for each conversation, by its first message: so agents that work side by side
/// do not take each other's answers.
final class TaskModels implements Model {

    private final Map<String, ScriptedModel> byTask = new ConcurrentHashMap<>();

    /// The script of the conversation that begins with a message.
    ScriptedModel on(String first) {
        return byTask.computeIfAbsent(first, _ -> new ScriptedModel());
    }

    @Override
    public String name() {
        return "test/scripted";
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        String first = SessionHistory.text(((Message.User) prompt.messages().getFirst()).parts());
        ScriptedModel found = byTask.get(first);
        if (found == null) {
            throw new AssertionError("no script for: " + first);
        }
        return found.ask(prompt, listener);
    }

    @Override
    public void close() {}
}
