package dev.deft.agent.session;

import java.io.IOException;

/// There is no session of this id.
public final class NoSuchSessionException extends IOException {

    private static final long serialVersionUID = 1L;

    /// @param id of the session that was looked for
    public NoSuchSessionException(SessionId id) {
        super("There is no session %s.".formatted(id.value()));
    }
}
