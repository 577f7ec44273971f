package dev.deft.mcp.client;

import dev.deft.mcp.Revision;
import dev.deft.mcp.client.session.ServerFacts;
import java.util.List;

/// How it stands with a server.
public sealed interface ServerState {

    /// The first attempt to reach it is under way.
    record Connecting() implements ServerState {}

    /// It can be used.
    ///
    /// @param tools the names of its usable tools, as it calls them
    record Connected(Revision revision, ServerFacts facts, List<String> tools)
            implements ServerState {

        public Connected {
            tools = List.copyOf(tools);
        }

        /// How many tools it has, such as `3 tools`.
        public String toolCount() {
            return tools.size() == 1 ? "1 tool" : tools.size() + " tools";
        }
    }

    /// It cannot be used now; it is tried again.
    ///
    /// @param why a sentence
    record Broken(String why) implements ServerState {}
}
