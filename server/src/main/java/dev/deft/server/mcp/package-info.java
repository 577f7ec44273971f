/// The tools of served workspaces for MCP clients, on the port of the server.
@NullMarked
package dev.deft.server.mcp;

import org.jspecify.annotations.NullMarked;
