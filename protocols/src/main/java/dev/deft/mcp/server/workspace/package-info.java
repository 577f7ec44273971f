/// What the MCP server offers of a workspace besides its tools: files, sessions, slash commands,
/// skills. All of it is read by calls of the client's session, so its rules hold.
@NullMarked
package dev.deft.mcp.server.workspace;

import org.jspecify.annotations.NullMarked;
