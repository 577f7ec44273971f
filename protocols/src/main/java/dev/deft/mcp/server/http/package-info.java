/// The MCP server on Streamable HTTP, in both eras of the protocol.
@NullMarked
package dev.deft.mcp.server.http;

import org.jspecify.annotations.NullMarked;
