package dev.deft.agent.model.openai;

import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.ProviderError;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.agent.model.http.Wire;
import java.util.Map;
import java.util.function.Supplier;

/// The Chat Completions wire: path, headers and requests.
public final class OpenAiWire implements Wire {

    private static final int LONGEST_TOOL_NAME = 64;

    private final ModelSettings settings;
    private final Supplier<String> ids;

    /// @param ids for calls without an id
    public OpenAiWire(ModelSettings settings, Supplier<String> ids) {
        this.settings = settings;
        this.ids = ids;
    }

    @Override
    public String path() {
        return "/chat/completions";
    }

    @Override
    public Map<String, String> headers() {
        return Map.of();
    }

    @Override
    public String keyVariable() {
        return "OPENAI_API_KEY";
    }

    @Override
    public Exchange exchange(Prompt prompt) {
        var names = new ToolNames(prompt.tools(), LONGEST_TOOL_NAME);
        return new Exchange(
                OpenAiRequest.of(settings, prompt, names),
                it -> new OpenAiAnswer(settings.model(), names, ids, it));
    }

    @Override
    public ProviderError error(int status, String body) {
        return OpenAiErrors.of(status, body);
    }
}
