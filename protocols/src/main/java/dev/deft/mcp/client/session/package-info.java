/// Speaks MCP with one server, in either era: finds out which revision it speaks, and sends
/// requests as that revision wants them.
@NullMarked
package dev.deft.mcp.client.session;

import org.jspecify.annotations.NullMarked;
