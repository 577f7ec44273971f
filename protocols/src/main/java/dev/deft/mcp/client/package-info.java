/// The client of MCP servers: the servers of the configuration become tools of the engine.
///
/// Nothing a server says is trusted: names, descriptions, schemas, results and requests are bounded
/// and checked here.
@NullMarked
package dev.deft.mcp.client;

import org.jspecify.annotations.NullMarked;
