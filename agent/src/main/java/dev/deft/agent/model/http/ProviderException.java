package dev.deft.agent.model.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// A provider complained instead of answering, or in the middle of an answer.
public final class ProviderException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient ProviderError error;
    private final int status;
    private final transient Optional<Duration> retryAfter;

    /// An objection inside a stream: it has no status and asks for no pause.
    public ProviderException(ProviderError objection) {
        this(objection, 0, Optional.empty());
    }

    /// @param retryAfter how long the provider asks to be left alone
    ProviderException(ProviderError objection, int status, Optional<Duration> retryAfter) {
        super(objection.said());
        this.error = objection;
        this.status = status;
        this.retryAfter = retryAfter;
    }

    ProviderError error() {
        return error;
    }

    /// The status of the response, or 0 where the objection came inside a stream.
    int status() {
        return status;
    }

    Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
