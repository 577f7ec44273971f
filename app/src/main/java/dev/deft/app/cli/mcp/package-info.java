/// deft mcp, deft guest: the tools of Deft as an MCP server, and the MCP servers that agents use.
@NullMarked
package dev.deft.app.cli.mcp;

import org.jspecify.annotations.NullMarked;
