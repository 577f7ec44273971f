package dev.deft.server.live;

import dev.deft.agent.session.SessionId;
import dev.deft.codec.Records;
import dev.deft.json.Json;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiResponse.EventSource;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.store.OpenRequests.OpenRequest;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What happens in sessions, as clients follow it.
public final class SessionStreams {

    private final LiveSessions sessions;
    private final SessionFeeds feeds;
    private final String version;

    SessionStreams(LiveSessions sessions, SessionFeeds feeds, String version) {
        this.sessions = sessions;
        this.feeds = feeds;
        this.version = version;
    }

    /// The events of a session.
    ///
    /// @param after the last event that the client has, as `E` or `E.n`
    /// @throws ProblemException if it is no such position, or there is no such session
    public EventSource of(SessionRef ref, Optional<String> after) throws IOException {
        sessions.require(ref);
        Optional<EventPosition> from = after.flatMap(EventPosition::parse);
        if (after.isPresent() && from.isEmpty()) {
            throw Problem.badRequest("Last-Event-ID is E or E.n, as events have it.").exception();
        }
        return new SessionEvents(
                feeds.of(ref),
                sessions.logs(ref),
                new SessionId(ref.session()),
                from,
                new Standing(ref));
    }

    private final class Standing implements SessionEvents.Standing {

        private final SessionRef ref;

        Standing(SessionRef ref) {
            this.ref = ref;
        }

        @Override
        public Json.Obj state() throws IOException {
            return Records.write(sessions.views().of(ref));
        }

        @Override
        public List<Json.Obj> requests() throws IOException {
            return sessions.store().requests().list().stream()
                    .filter(it -> it.session().equals(ref))
                    .map(OpenRequest::request)
                    .toList();
        }
    }

    /// The events of all sessions that somebody may see.
    ///
    /// @param after the number of the last event that the client has
    public EventSource all(Principal principal, OptionalLong after) {
        return new AllEvents(
                feeds.journal(),
                principal,
                after,
                Json.Obj.EMPTY
                        .with("server", sessions.store().cluster().server())
                        .with("version", version));
    }
}
