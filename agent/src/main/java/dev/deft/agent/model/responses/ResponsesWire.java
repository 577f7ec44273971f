package dev.deft.agent.model.responses;

import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.ProviderError;
import dev.deft.agent.model.http.ProviderError.Kind;
import dev.deft.agent.model.http.RequestWriter;
import dev.deft.agent.model.http.Wire;
import dev.deft.agent.model.openai.OpenAiErrors;
import dev.deft.json.Json;
import java.util.Map;

/// The Responses wire: path, requests and errors.
public final class ResponsesWire implements Wire {

    private static final int LONGEST_TOOL_NAME = 64;

    private final ModelSettings settings;
    private final RequestWriter requests;

    public ResponsesWire(ModelSettings settings) {
        this.settings = settings;
        this.requests =
                new RequestWriter(new ResponsesRequest(settings.model()), LONGEST_TOOL_NAME);
    }

    @Override
    public String path() {
        return "/responses";
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
                request.body(), it -> new ResponsesAnswer(settings.model(), request.names(), it));
    }

    @Override
    public ProviderError error(int status, String body) {
        return OpenAiErrors.of(status, body);
    }

    /// An error inside a stream. Those about the request would come again; others are retried,
    /// since the server had accepted the request.
    static ProviderError inStream(Json.Obj error) {
        String code = error.text("code").orElse("");
        boolean ours =
                code.startsWith("invalid_") || code.contains("image") || code.contains("policy");
        return OpenAiErrors.of(error, ours ? Kind.REFUSED : Kind.PASSING);
    }
}
