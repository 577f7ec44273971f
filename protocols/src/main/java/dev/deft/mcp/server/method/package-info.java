/// The MCP server without a wire: what each request is answered with, in both eras of the protocol.
@NullMarked
package dev.deft.mcp.server.method;

import org.jspecify.annotations.NullMarked;
