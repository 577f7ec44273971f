package dev.deft.server.api.workspace;

import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Route;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.Optional;

/// Lets the server that has a session open carry out the requests that name it.
final class SessionForwarding {

    private final Cluster cluster;

    SessionForwarding(Cluster cluster) {
        this.cluster = cluster;
    }

    /// Finds the session that a request names besides its path.
    @FunctionalInterface
    interface Named {

        Optional<String> in(ApiRequest request) throws IOException;
    }

    Route.Handler to(Named session, Route.Handler here) {
        return request -> {
            Optional<String> holder = holder(session.in(request), request);
            return holder.isPresent() ? forwarded(holder.get(), request) : here.handle(request);
        };
    }

    private Optional<String> holder(Optional<String> session, ApiRequest request)
            throws IOException {
        return session.isPresent()
                ? cluster.holder(new SessionRef(request.variable("workspace"), session.get()))
                : Optional.empty();
    }

    private ApiResponse forwarded(String server, ApiRequest request)
            throws IOException, InterruptedException {
        return cluster.forward(server, request);
    }
}
