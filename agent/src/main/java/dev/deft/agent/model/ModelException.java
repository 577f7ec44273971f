package dev.deft.agent.model;

import java.io.IOException;

/// A request failed. The message is one sentence for people, without keys.
public final class ModelException extends IOException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final transient Overflow overflow;

    /// An error without sizes.
    ///
    /// @param kind what a caller may want to do about it
    /// @param message one sentence for people, without a key
    public ModelException(Kind kind, String message) {
        this(kind, message, Overflow.UNKNOWN);
    }

    /// An error about a request that was too long.
    ///
    /// @param kind what a caller may want to do about it
    /// @param message one sentence for people, without a key
    /// @param overflow the sizes that the provider reported
    public ModelException(Kind kind, String message, Overflow overflow) {
        super(message);
        this.kind = kind;
        this.overflow = overflow;
    }

    /// {@return what a caller may want to do about it}
    public Kind kind() {
        return kind;
    }

    /// {@return the sizes that the provider reported; [Overflow#UNKNOWN] for others}
    public Overflow overflow() {
        return overflow;
    }

    /// What a caller may want to do about it.
    public enum Kind {
        /// The key is missing, wrong or not allowed to do this.
        DENIED,
        /// The conversation is longer than the model can read, or the maximum answer exceeds what
        /// it can write.
        TOO_LONG,
        /// The account has no credit or quota left, or the provider says for another reason that a
        /// retry does not help.
        EXHAUSTED,
        /// The provider rejects the request.
        REFUSED,
        /// The provider cannot be reached, or stopped answering.
        UNREACHABLE
    }
}
