package dev.deft.agent.model.http;

import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Prompt;
import java.util.Map;
import java.util.function.Function;

/// The protocol of a provider.
public interface Wire {

    /// The path of requests, relative to the base URL.
    String path();

    /// Headers of every request, besides the key and the user's own.
    Map<String, String> headers();

    /// The environment variable with the key.
    String keyVariable();

    /// Writes a request for a prompt.
    Exchange exchange(Prompt prompt);

    /// Reads an error response.
    ///
    /// @param body in any form
    ProviderError error(int status, String body);

    /// A request and the readers of its answer.
    ///
    /// @param readers creates a reader for each attempt, which reports to the given listener
    record Exchange(RequestBody request, Function<AnswerListener, AnswerReader> readers) {}
}
