package dev.deft.agent.session;

import java.io.IOException;

/// No session has this id.
public final class NoSuchSessionException extends IOException {

    private static final long serialVersionUID = 1L;

    /// @param id of the missing session
    public NoSuchSessionException(SessionId id) {
        super("There is no session %s.".formatted(id.value()));
    }
}
