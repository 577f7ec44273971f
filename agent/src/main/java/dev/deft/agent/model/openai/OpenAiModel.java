package dev.deft.agent.model.openai;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.Asker;
import dev.deft.agent.model.http.Patience;
import dev.deft.agent.model.http.ToolNames;
import java.util.UUID;
import java.util.function.Supplier;

/// A model behind the Chat Completions wire.
public final class OpenAiModel implements Model {

    private static final int LONGEST_TOOL_NAME = 64;

    private final ModelSettings settings;
    private final Supplier<String> ids;
    private final Asker asker;

    public OpenAiModel(ModelSettings settings) {
        this(
                settings,
                Patience.of(settings.retries()),
                () -> "call_" + UUID.randomUUID().toString().replace("-", ""));
    }

    /// @param ids for calls whose server gave them none
    public OpenAiModel(ModelSettings settings, Patience patience, Supplier<String> ids) {
        this.settings = settings;
        this.ids = ids;
        this.asker = new Asker(settings, new OpenAiWire(), patience);
    }

    @Override
    public String name() {
        return settings.wire() + "/" + settings.model();
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        var names = new ToolNames(prompt.tools(), LONGEST_TOOL_NAME);
        return asker.ask(
                OpenAiRequest.of(settings, prompt, names),
                it -> new OpenAiAnswer(names, ids, it),
                listener);
    }

    @Override
    public void warm() {
        asker.warm();
    }

    @Override
    public void close() {
        asker.close();
    }
}
