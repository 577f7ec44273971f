package dev.deft.agent.model;

import java.io.IOException;

/// There is no answer to be had. The message is one sentence for people and holds no key.
public final class ModelException extends IOException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final transient Overflow overflow;

    /// An error about whose request nothing more is known.
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
    /// @param overflow what the provider said about a request that was too long
    public ModelException(Kind kind, String message, Overflow overflow) {
        super(message);
        this.kind = kind;
        this.overflow = overflow;
    }

    /// {@return what a caller may want to do about it}
    public Kind kind() {
        return kind;
    }

    /// {@return what the provider said about a request that was too long; [Overflow#UNKNOWN] for
    /// others}
    public Overflow overflow() {
        return overflow;
    }

    /// What a caller may want to do about it.
    public enum Kind {
        /// The key is missing, wrong or not allowed to do this.
        DENIED,
        /// The conversation is longer than the model can read, or the answer asked for longer than
        /// it can write.
        TOO_LONG,
        /// The provider does not take the request as it is.
        REFUSED,
        /// The provider does not answer, or does not answer any more.
        UNREACHABLE
    }
}
