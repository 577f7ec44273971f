package dev.deft.server.api.session;

import dev.deft.agent.session.SessionId;
import dev.deft.server.api.workspace.OpenWorkspaces;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.Problem;
import dev.deft.server.http.Route;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.Optional;

/// Finds the session that a request names, and who carries the request out.
final class SessionAddress {

    static final String SESSIONS = "/v1/workspaces/{workspace}/sessions";
    static final String ONE = SESSIONS + "/{session}";

    private final LiveSessions live;

    SessionAddress(LiveSessions live) {
        this.live = live;
    }

    OpenWorkspaces workspaces() {
        return live.workspaces();
    }

    /// The session in the path, in a workspace that the sender may see. It may not exist.
    SessionRef of(ApiRequest request) throws IOException {
        String workspace = live.workspaces().of(request).id();
        String session = request.variable("session");
        if (!SessionId.isValid(session)) {
            throw Problem.notFound("There is no such session.").exception();
        }
        return new SessionRef(workspace, session);
    }

    /// The session in the path, which exists.
    SessionRef existing(ApiRequest request) throws IOException {
        SessionRef ref = of(request);
        live.require(ref);
        return ref;
    }

    /// Carries a request out here, or on the server that has the session open.
    Route.Handler held(Route.Handler here) {
        return request -> {
            Optional<String> holder = live.store().cluster().holder(of(request));
            return holder.isPresent()
                    ? live.store().cluster().forward(holder.get(), request)
                    : here.handle(request);
        };
    }
}
