package dev.deft.agent.model.openai;

import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.ProviderError;
import dev.deft.agent.model.http.RequestWriter;
import dev.deft.agent.model.http.Wire;
import java.util.Map;
import java.util.function.Supplier;

/// The Chat Completions wire: path, headers and requests.
public final class OpenAiWire implements Wire {

    private static final int LONGEST_TOOL_NAME = 64;

    private final ModelSettings settings;
    private final Supplier<String> ids;
    private final RequestWriter requests;

    /// @param ids for calls without an id
    public OpenAiWire(ModelSettings settings, Supplier<String> ids) {
        this.settings = settings;
        this.ids = ids;
        this.requests = new RequestWriter(new OpenAiRequest(settings), LONGEST_TOOL_NAME);
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
        RequestWriter.Written request = requests.write(prompt);
        return new Exchange(
                request.body(), it -> new OpenAiAnswer(settings.model(), request.names(), ids, it));
    }

    @Override
    public ProviderError error(int status, String body) {
        return OpenAiErrors.of(status, body);
    }
}
