package dev.deft.server.listener;

import dev.deft.server.access.Principal;
import java.io.IOException;
import java.util.Optional;

/// Knows who sends a request.
public interface Access {

    /// What a client shows.
    sealed interface Credentials {

        /// A token in the header `Authorization`.
        record Bearer(String token) implements Credentials {}

        /// The cookie of a browser that signed in.
        record Cookie(String value) implements Credentials {}
    }

    /// Who it is.
    ///
    /// @param renewed a cookie that replaces the one it came with
    record Identity(Principal principal, Optional<String> renewed) {}

    /// Finds out who shows something.
    ///
    /// @return empty if it is not, or no longer, valid
    Optional<Identity> identify(Credentials credentials) throws IOException;

    /// Whether somebody who was let in may still be here. Called now and then for those who listen
    /// for a long time.
    boolean isStillKnown(Principal principal) throws IOException;
}
