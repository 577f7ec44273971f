package dev.deft.agent.model;

import java.io.IOException;

/// There is no answer to be had. The message is one sentence for people and holds no key.
public final class ModelException extends IOException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public ModelException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /// What a caller may want to do about it.
    public enum Kind {
        /// The key is missing, wrong or not allowed to do this.
        DENIED,
        /// The conversation is longer than the model can read.
        TOO_LONG,
        /// The provider does not take the request as it is.
        REFUSED,
        /// The provider does not answer, or does not answer any more.
        UNREACHABLE
    }
}
