package dev.deft.agent.session;

import java.io.IOException;

/// Another holder has the lease of a session.
public final class SessionInUseException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String holder;

    /// @param holder of the lease, such as `process 12 on here (deft run) since 12:00`
    public SessionInUseException(SessionId id, String holder) {
        super(
                "The session %s is open in %s. Wait for it to end, fork the session, or use another one."
                        .formatted(id.value(), holder));
        this.holder = holder;
    }

    /// The holder of the lease.
    public String holder() {
        return holder;
    }
}
