package dev.deft.server.listener;

import com.sun.net.httpserver.HttpExchange;
import dev.deft.server.access.AccessScope;
import dev.deft.server.access.Principal;
import java.io.IOException;
import java.util.Optional;

/// A path whose handler reads and writes HTTP itself, after the same checks as every other. It gets
/// all methods.
///
/// @param path with holes, as those of routes
/// @param id the name of the operation in the audit log
/// @param scope what its users need; empty if everybody may use it
/// @param maxBody the largest body in bytes
public record RawRoute(
        String path, String id, Optional<AccessScope> scope, int maxBody, Handler handler) {

    /// Answers a request, on a virtual thread of its own.
    @FunctionalInterface
    public interface Handler {

        /// Answers one request.
        ///
        /// @param principal who sends it; empty only if the route needs no scope
        void handle(HttpExchange exchange, Optional<Principal> principal)
                throws IOException, InterruptedException;
    }
}
