package dev.deft.agent.model.http;

import java.util.Map;

/// What is different from one provider's protocol to the next, apart from requests and events.
public interface Wire {

    /// Where a question is put, to be added to the base URL.
    String path();

    /// What goes with every request, apart from the key and what the user adds.
    Map<String, String> headers();

    /// The environment variable that people keep the key in.
    String keyVariable();

    /// What a response means that is no answer.
    ///
    /// @param body what came with it; anything at all
    Objection objection(int status, String body);
}
