/// The tools of a workspace as an MCP server, on any pair of streams and on HTTP.
@NullMarked
package dev.deft.mcp.server;

import org.jspecify.annotations.NullMarked;
