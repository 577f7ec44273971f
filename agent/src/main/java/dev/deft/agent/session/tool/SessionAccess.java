package dev.deft.agent.session.tool;

import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionInUseException;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.util.List;

/// What tools that reach other sessions require, and how they say that they cannot.
///
/// The capability makes them different from tools that touch nothing: without a rule for them they
/// are asked about, and the subject of a rule is the id of the session.
final class SessionAccess {

    static final RequirementSet REQUIRED =
            new RequirementSet(List.of(), List.of(), List.of(), List.of(), List.of("sessions"));

    private SessionAccess() {}

    /// @throws HostException if no session can have this id
    static SessionId id(String text) throws HostException {
        if (!SessionId.isValid(text)) {
            throw new HostException(
                    ErrorCode.NOT_FOUND,
                    "There is no session \"%s\": an id has letters, digits, - and _ only. `sessions_list` shows those there are."
                            .formatted(text.length() > 64 ? text.substring(0, 64) + "…" : text));
        }
        return new SessionId(text);
    }

    /// Gives an error about a session its code.
    static HostException failure(IOException e) {
        HostException named =
                new HostException(
                        switch (e) {
                            case NoSuchSessionException _ -> ErrorCode.NOT_FOUND;
                            case SessionInUseException _ -> ErrorCode.UNAVAILABLE;
                            case HostException it -> it.code();
                            default -> ErrorCode.IO_ERROR;
                        },
                        String.valueOf(e.getMessage()));
        named.initCause(e);
        return named;
    }
}
