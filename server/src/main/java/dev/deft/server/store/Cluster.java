package dev.deft.server.store;

import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The servers that share a store. A session is open on one of them at a time; requests about it
/// are carried out there, whichever server they reach.
public interface Cluster {

    /// The name of this server.
    String server();

    /// The servers that are alive.
    List<String> servers() throws IOException;

    /// The servers that offer a workspace which this one does not have, whether or not they are
    /// alive; empty if none ever did.
    default List<String> serving(String workspace) throws IOException {
        return List.of();
    }

    /// The other server that has a session open.
    Optional<String> holder(SessionRef session) throws IOException;

    /// Lets another server carry a request out, and waits for its response.
    ///
    /// @throws IOException if it does not answer; whether it acted is then not known
    ApiResponse forward(String server, ApiRequest request) throws IOException, InterruptedException;

    /// Begins to carry out requests that other servers forward, and to take over work of servers
    /// that died.
    ///
    /// @param local carries out a request on this server, as if it had come here
    /// @param orphan gets a session that was at work on a server which died, to go on with it here;
    ///   returns when the work is noted by [#atWork], or there is nothing to do. When it throws, it
    ///   is called again, here or elsewhere
    /// @return stops it
    Begun begin(Local local, Consumer<SessionRef> orphan) throws IOException;

    /// Stops what was begun.
    @FunctionalInterface
    interface Begun extends AutoCloseable {

        @Override
        void close();
    }

    /// Carries out a request here.
    @FunctionalInterface
    interface Local {

        ApiResponse handle(ApiRequest request) throws IOException, InterruptedException;
    }

    /// Notes durably that a session is at work here, until the note is closed, so that the work
    /// goes on elsewhere, or here after a restart, should this server die.
    AtWork atWork(SessionRef session) throws IOException;

    /// A session at work.
    @FunctionalInterface
    interface AtWork extends AutoCloseable {

        @Override
        void close() throws IOException;
    }
}
