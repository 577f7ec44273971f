package dev.deft.agent.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An MCP server that may be used. Texts in maps may hold references; see [References].
public sealed interface McpServer {

    String name();

    /// A program that speaks on its standard streams.
    ///
    /// @param environment what it gets besides the filtered one
    /// @param directory where it starts, relative to the workspace; else in the workspace
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

    /// A server that answers at an address.
    record Remote(String name, String url, Map<String, String> headers, OAuth oauth)
            implements McpServer {

        public Remote {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }
    }

    /// How to sign in.
    ///
    /// @param wanted whether to do so when the server asks for it
    record OAuth(boolean enabled, Optional<String> clientId, Optional<String> scope) {}
}
