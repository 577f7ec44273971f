package dev.deft.agent.model.http;

import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Prompt;
import dev.deft.json.Json;
import java.util.Map;
import java.util.function.Function;

/// What is different from one provider's protocol to the next.
public interface Wire {

    /// Where a question is put, to be added to the base URL.
    String path();

    /// What goes with every request, apart from the key and what the user adds.
    Map<String, String> headers();

    /// The environment variable that people keep the key in.
    String keyVariable();

    /// A prompt in the words of the wire.
    Exchange exchange(Prompt prompt);

    /// What a response means that is no answer.
    ///
    /// @param body what came with it; anything at all
    ProviderError error(int status, String body);

    /// A question, and who understands the answer.
    ///
    /// @param readers gives a new one for each attempt, which tells the listener it is given
    record Exchange(Json.Obj request, Function<AnswerListener, AnswerReader> readers) {}
}
