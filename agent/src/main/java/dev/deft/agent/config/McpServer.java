package dev.deft.agent.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A configured MCP server. Map values may contain references; see [References].
public sealed interface McpServer {

    String name();

    /// A local program that communicates over its standard streams.
    ///
    /// @param environment added to the filtered environment
    /// @param directory its working directory, relative to the workspace; by default the workspace
    record Program(
            String name,
            String command,
            List<String> arguments,
            Map<String, String> environment,
            Optional<String> directory)
            implements McpServer {

        public Program {
            arguments = List.copyOf(arguments);
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        }
    }

    /// A remote server.
    record Remote(String name, String url, Map<String, String> headers, OAuth oauth)
            implements McpServer {

        public Remote {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }
    }

    /// OAuth settings.
    ///
    /// @param enabled whether to sign in when the server asks for it
    record OAuth(boolean enabled, Optional<String> clientId, Optional<String> scope) {}
}
