package dev.deft.policy;

import dev.deft.tool.ToolSpec;
import java.util.List;

/// The permissions of tools of MCP servers, which they name among their capabilities: rules decide
/// by `mcp:<server>:<tool>` as well as by the id of the tool.
public final class ServerPermissions {

    /// How they begin.
    public static final String PREFIX = "mcp:";

    private ServerPermissions() {}

    /// The permission of a tool of a server. It contains no wildcards, whatever the names contain:
    /// an answer must not allow more than was asked.
    public static String of(String server, String tool) {
        return PREFIX + plain(server).replace(':', '_') + ":" + plain(tool);
    }

    private static String plain(String name) {
        return name.replaceAll("[^\\x21-\\x7e]|[*?]", "_");
    }

    /// The permissions that a tool names; empty for tools that are of no server.
    public static List<String> of(ToolSpec<?> spec) {
        return spec.requires().capabilities().stream().filter(it -> it.startsWith(PREFIX)).toList();
    }
}
