/// What a program adds to the MCP server: resources, prompts, and tools that ask the client.
@NullMarked
package dev.deft.mcp.server.feature;

import org.jspecify.annotations.NullMarked;
