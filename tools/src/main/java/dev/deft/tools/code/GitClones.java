package dev.deft.tools.code;

import dev.deft.host.Shell;
import dev.deft.host.WorkspacePath;
import java.io.IOException;
import java.util.Optional;

/// What a clone needs of its host: a directory that appears at once, and a shell whose commands
/// reach the hosts that the call may fetch from, and no others.
public interface GitClones {

    /// Prepares a directory.
    ///
    /// @param target where it will be; nothing, or an empty directory
    Staged stage(WorkspacePath target) throws IOException, InterruptedException;

    /// How commands of [#shell] reach a host.
    ///
    /// @throws IOException if they cannot
    Route route(String host, int port) throws IOException, InterruptedException;

    /// Runs commands without the variables of the session.
    Shell shell() throws IOException;

    /// A directory that is being filled.
    interface Staged extends AutoCloseable {

        /// Its temporary path, relative to the root. It is an empty directory.
        String path();

        /// Gives it its place.
        void publish() throws IOException;

        /// Removes what was not published.
        @Override
        void close() throws IOException;
    }

    /// The way to a host.
    ///
    /// @param sandboxed whether commands run apart from the user's home directory
    /// @param address the only one that may be connected to; absent where a proxy checks each
    ///   connection
    record Route(boolean sandboxed, Optional<String> address) {}
}
