package dev.deft.agent.model.openai;

import dev.deft.agent.model.http.OverflowMessages;
import dev.deft.agent.model.http.ProviderError;
import dev.deft.agent.model.http.ProviderError.Kind;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads the errors of OpenAI and of the servers that speak as it does, on each of its wires.
public final class OpenAiErrors {

    /// Messages of servers for conversations that are too long; few send the error code.
    private static final List<String> TOO_LONG =
            List.of(
                    "context_length_exceeded",
                    "maximum context length",
                    "context length",
                    "context size",
                    "context window",
                    "context the overflows",
                    "maximum model length",
                    "maximum prompt length",
                    "exceeds the maximum number of tokens",
                    "tokens + `max_new_tokens` must be",
                    "input is too long",
                    "prompt is too long");

    private OpenAiErrors() {}

    /// An error response.
    ///
    /// @param body in any form
    public static ProviderError of(int status, String body) {
        try {
            if (JsonText.parse(body) instanceof Json.Obj it) {
                return of(find(it).orElse(it), Kind.of(status));
            }
        } catch (JsonSyntaxException _) {
            // Errors of proxies have other forms.
        }
        return ProviderError.unknown(status, body);
    }

    /// An error inside a stream. Some servers have a status as its code; unknown errors are
    /// retried, since the server had accepted the request.
    static Optional<ProviderError> inStream(Json.Obj chunk) {
        return find(chunk).map(it -> of(it, status(it)));
    }

    /// Servers write `{"error": {"message": …}}` or `{"error": "…"}`.
    private static Optional<Json.Obj> find(Json.Obj body) {
        Json error = body.find("error").orElse(Json.Null.VALUE);
        if (error instanceof Json.Str(String words)) {
            return Optional.of(Json.Obj.EMPTY.with("message", words));
        }
        return error instanceof Json.Obj it ? Optional.of(it) : Optional.empty();
    }

    private static Kind status(Json.Obj error) {
        return error.find("code").orElse(Json.Null.VALUE) instanceof Json.Num it
                ? it.asLong().map(code -> Kind.of(code.intValue())).orElse(Kind.PASSING)
                : Kind.PASSING;
    }

    /// An error object.
    ///
    /// @param otherwise if neither its code nor its message tells more
    public static ProviderError of(Json.Obj error, Kind otherwise) {
        String code = error.text("code").or(() -> error.text("type")).orElse("");
        String message =
                error.text("message")
                        .or(() -> error.text("detail"))
                        .filter(it -> !it.isBlank())
                        .orElse(code.isEmpty() ? JsonText.write(error) : code);
        return new ProviderError(nature(code, message, otherwise), message + figures(error));
    }

    /// llama.cpp has the sizes in fields, not always in the message.
    private static String figures(Json.Obj error) {
        if (!(error.find("n_ctx").orElse(Json.Null.VALUE) instanceof Json.Num(String window))) {
            return "";
        }
        String asked =
                error.find("n_prompt_tokens").orElse(Json.Null.VALUE)
                                instanceof Json.Num(String count)
                        ? ", n_prompt_tokens " + count
                        : "";
        return " (n_ctx " + window + asked + ")";
    }

    private static Kind nature(String code, String message, Kind otherwise) {
        // It has status 429, but a retry does not help an empty account.
        if (code.equals("insufficient_quota")) {
            return Kind.EXHAUSTED;
        }
        if (code.equals("invalid_api_key")) {
            return Kind.DENIED;
        }
        String words = (code + " " + message).toLowerCase(Locale.ROOT);
        boolean tooLong = TOO_LONG.stream().anyMatch(words::contains);
        boolean aboutTheAnswer =
                otherwise == Kind.REFUSED && OverflowMessages.isAboutMaxAnswer(message);
        return otherwise != Kind.DENIED && (tooLong || aboutTheAnswer) ? Kind.TOO_LONG : otherwise;
    }
}
