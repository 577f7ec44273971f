package dev.deft.agent.model.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// An error from a provider, instead of an answer or within one.
public final class ProviderException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient ProviderError error;
    private final int status;
    private final transient Optional<Duration> retryAfter;

    /// An error inside a stream, which has no status and no `Retry-After`.
    public ProviderException(ProviderError error) {
        this(error, 0, Optional.empty());
    }

    /// @param retryAfter the delay that the provider asks for
    ProviderException(ProviderError error, int status, Optional<Duration> retryAfter) {
        super(error.message());
        this.error = error;
        this.status = status;
        this.retryAfter = retryAfter;
    }

    ProviderError error() {
        return error;
    }

    /// The status of the response, or 0 for an error inside a stream.
    int status() {
        return status;
    }

    Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
