package dev.deft.agent.session;

import java.io.IOException;

/// The id of a session that was to begin is taken.
public final class SessionExistsException extends IOException {

    private static final long serialVersionUID = 1L;

    /// @param id that is taken
    public SessionExistsException(SessionId id) {
        super("There is a session %s already.".formatted(id.value()));
    }
}
