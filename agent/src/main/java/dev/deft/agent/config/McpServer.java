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

        /// A program whose calls may take as long as others.
        public Program(
                String name,
                String command,
                List<String> arguments,
                Map<String, String> environment,
                Optional<String> directory) {
            this(name, command, arguments, environment, directory, OptionalInt.empty());
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

        /// A server whose calls may take as long as others.
        public Remote(String name, String url, Map<String, String> headers, OAuth oauth) {
            this(name, url, headers, oauth, OptionalInt.empty());
        }
    }

    /// OAuth settings.
    ///
    /// @param enabled whether to sign in when the server asks for it
    /// @param clientId of a client that is registered already, or the `https` address of its
    ///   metadata document
    /// @param client the other settings of the client
    record OAuth(
            boolean enabled,
            Optional<String> clientId,
            Optional<String> scope,
            OAuthClient client) {

        public OAuth(boolean enabled, Optional<String> clientId, Optional<String> scope) {
            this(enabled, clientId, scope, OAuthClient.DEFAULT);
        }
    }

    /// How a client proves who it is, and where it signs in.
    ///
    /// @param secretVariable the environment variable with the secret of the client
    /// @param keyVariable the environment variable with its private key, in the form PEM
    /// @param unattended whether it signs in as itself, without a person (client credentials)
    /// @param issuer the only authorization server that may be used
    /// @param redirectPort of the address that the browser returns to; by default any free one
    record OAuthClient(
            Optional<String> secretVariable,
            Optional<String> keyVariable,
            boolean unattended,
            Optional<String> issuer,
            Optional<Integer> redirectPort) {

        public static final OAuthClient DEFAULT =
                new OAuthClient(
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.empty());
    }
}
