package dev.deft.telemetry;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.session.SessionHistory;
import dev.deft.testkit.ScriptedModel;
import java.util.HashMap;
import java.util.Map;

/// A scripted model for each conversation, by its first message.
final class TaskScripts implements Model {

    private final Map<String, ScriptedModel> scripts = new HashMap<>();

    ScriptedModel on(String first) {
        return scripts.computeIfAbsent(first, _ -> new ScriptedModel());
    }

    @Override
    public String name() {
        return "mistral/scripted-1";
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        String first = SessionHistory.text(((Message.User) prompt.messages().getFirst()).parts());
        return on(first).ask(prompt, listener);
    }

    @Override
    public void close() {}
}
