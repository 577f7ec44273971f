/// How messages reach MCP servers and come back: the standard streams of a program, Streamable
/// HTTP, and the older HTTP with server-sent events.
@NullMarked
package dev.deft.mcp.client.transport;

import org.jspecify.annotations.NullMarked;
