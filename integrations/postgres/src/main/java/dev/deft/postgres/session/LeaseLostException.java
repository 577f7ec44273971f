package dev.deft.postgres.session;

import dev.deft.agent.session.SessionId;
import java.io.IOException;

/// Another server has taken a session over, since this one did not report itself for too long, or
/// the session was deleted. Nothing more can be written here.
public final class LeaseLostException extends IOException {

    private static final long serialVersionUID = 1L;

    LeaseLostException(SessionId id) {
        super(
                "The session %s goes on at another server, which took it over while this one was cut off from the database, or it was deleted there."
                        .formatted(id.value()));
    }
}
