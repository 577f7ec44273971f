package dev.deft.agent.session;

import java.io.IOException;

/// The id of a new session is taken.
public final class SessionExistsException extends IOException {

    private static final long serialVersionUID = 1L;

    /// @param id of the existing session
    public SessionExistsException(SessionId id) {
        super("Session %s already exists.".formatted(id.value()));
    }
}
