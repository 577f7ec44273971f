package dev.deft.agent.model.anthropic;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.Asker;
import dev.deft.agent.model.http.Patience;
import dev.deft.agent.model.http.ToolNames;

/// A model behind the Messages wire.
public final class AnthropicModel implements Model {

    private static final int LONGEST_TOOL_NAME = 128;

    private final ModelSettings settings;
    private final Asker asker;

    public AnthropicModel(ModelSettings settings) {
        this(settings, Patience.of(settings.retries()));
    }

    public AnthropicModel(ModelSettings settings, Patience patience) {
        this.settings = settings;
        this.asker = new Asker(settings, new AnthropicWire(settings.version()), patience);
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
                AnthropicRequest.of(settings.model(), prompt, names),
                it -> new AnthropicAnswer(names, it),
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
