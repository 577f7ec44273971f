package dev.deft.agent.model.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// A provider complained instead of answering, or in the middle of an answer.
public final class ProviderTrouble extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient Complaint complaint;
    private final int status;
    private final transient Optional<Duration> rest;

    /// A complaint inside a stream: it has no status and asks for no pause.
    public ProviderTrouble(Complaint complaint) {
        this(complaint, 0, Optional.empty());
    }

    /// @param rest how long the provider asks to be left alone
    ProviderTrouble(Complaint complaint, int status, Optional<Duration> rest) {
        super(complaint.said());
        this.complaint = complaint;
        this.status = status;
        this.rest = rest;
    }

    Complaint complaint() {
        return complaint;
    }

    /// The status of the response, or 0 where the complaint came inside a stream.
    int status() {
        return status;
    }

    Optional<Duration> rest() {
        return rest;
    }
}
