package dev.deft.agent.model.anthropic;

import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.OverflowMessages;
import dev.deft.agent.model.http.ProviderError;
import dev.deft.agent.model.http.ProviderError.Kind;
import dev.deft.agent.model.http.RequestWriter;
import dev.deft.agent.model.http.Wire;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.Map;

/// The Messages wire: path, headers, requests and errors.
public final class AnthropicWire implements Wire {

    /// The version that this code is written for.
    private static final String VERSION = "2023-06-01";

    private static final int LONGEST_TOOL_NAME = 128;

    private final ModelSettings settings;
    private final RequestWriter requests;

    public AnthropicWire(ModelSettings settings) {
        this.settings = settings;
        this.requests =
                new RequestWriter(new AnthropicRequest(settings.model()), LONGEST_TOOL_NAME);
    }

    @Override
    public String path() {
        return "/v1/messages";
    }

    @Override
    public Map<String, String> headers() {
        String version = settings.version();
        return Map.of("anthropic-version", version.isEmpty() ? VERSION : version);
    }

    @Override
    public String keyVariable() {
        return "ANTHROPIC_API_KEY";
    }

    @Override
    public Exchange exchange(Prompt prompt) {
        RequestWriter.Written request = requests.write(prompt);
        return new Exchange(request.body(), it -> new AnthropicAnswer(request.names(), it));
    }

    @Override
    public ProviderError error(int status, String body) {
        try {
            if (JsonText.parse(body) instanceof Json.Obj it
                    && it.find("error").orElse(Json.Null.VALUE) instanceof Json.Obj error) {
                return providerError(error, Kind.of(status));
            }
        } catch (JsonSyntaxException _) {
            // Errors of proxies have other forms.
        }
        return ProviderError.unknown(status, body);
    }

    /// An error inside a stream, which has a type and no status. Unknown types are retried, since
    /// the provider had accepted the request.
    static ProviderError inStream(Json.Obj error) {
        return providerError(error, Kind.PASSING);
    }

    private static ProviderError providerError(Json.Obj error, Kind otherwise) {
        String message = error.text("message").orElse("");
        String type = error.text("type").orElse("");
        return new ProviderError(
                nature(type, message, otherwise), message.isEmpty() ? type : message);
    }

    private static Kind nature(String type, String message, Kind otherwise) {
        if (message.contains("prompt is too long")
                || message.contains("exceed context limit")
                || (type.equals("invalid_request_error")
                        && OverflowMessages.isAboutMaxAnswer(message))) {
            return Kind.TOO_LONG;
        }
        return switch (type) {
            case "overloaded_error", "rate_limit_error", "api_error", "timeout_error" ->
                    Kind.PASSING;
            case "authentication_error", "permission_error" -> Kind.DENIED;
            case "request_too_large" -> Kind.TOO_LONG;
            case "billing_error" -> Kind.EXHAUSTED;
            case "invalid_request_error", "not_found_error" ->
                    message.contains("credit balance") ? Kind.EXHAUSTED : Kind.REFUSED;
            default -> otherwise;
        };
    }
}
