package dev.deft.agent.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A configured MCP server. Map values may contain references; see [References].
public sealed interface McpServer {

    /// Letters, digits, `-` and `_`.
    String name();

    /// How many milliseconds a call may take; empty means as long as other calls.
    OptionalInt timeoutMillis();

    /// A local program that communicates over its standard streams.
    ///
    /// @param environment added to the filtered environment
    /// @param directory its working directory, relative to the workspace; by default the workspace
    record Program(
            String name,
            String command,
            List<String> arguments,
            Map<String, String> environment,
            Optional<String> directory,
            OptionalInt timeoutMillis)
            implements McpServer {

        public Program {
            arguments = List.copyOf(arguments);
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        }
    }

    /// A remote server.
    record Remote(
            String name,
            String url,
            Map<String, String> headers,
            OAuth oauth,
            OptionalInt timeoutMillis)
            implements McpServer {

        public Remote {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }
    }

    /// OAuth settings.
    ///
    /// @param enabled whether to sign in when the server asks for it
    /// @param clientId of a client that is registered already
    /// @param clientSecret a reference to the variable that holds it, such as `${SECRET}`
    /// @param scope what is asked for, as words with blanks between them
    /// @param clientCredentials whether the client signs in by itself, without a user
    /// @param redirectPort the port of the address the browser comes back to; empty means any
    record OAuth(
            boolean enabled,
            Optional<String> clientId,
            Optional<String> clientSecret,
            Optional<String> scope,
            boolean clientCredentials,
            OptionalInt redirectPort) {

        /// Signs in without anything registered before.
        public static final OAuth USUAL = plain(true);

        /// Never signs in.
        public static final OAuth OFF = plain(false);

        private static OAuth plain(boolean enabled) {
            return new OAuth(
                    enabled,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    OptionalInt.empty());
        }
    }
}
