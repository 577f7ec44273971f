package dev.deft.acp;

import dev.deft.json.Json;

/// How the agent gets a key for its model: from the environment that the editor starts it with.
final class AuthMethods {

    static final String ENVIRONMENT = "environment-key";

    static final String ADVICE =
            "Set ANTHROPIC_API_KEY or OPENAI_API_KEY in the environment that the editor gives to"
                    + " deft, or OPENAI_BASE_URL for a server on this machine, and start the agent"
                    + " again.";

    private AuthMethods() {}

    static Json.Obj json() {
        return Json.Obj.EMPTY
                .with("id", ENVIRONMENT)
                .with("name", "A key in the environment")
                .with("description", ADVICE);
    }
}
