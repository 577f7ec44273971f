/// Tests of signing in to MCP servers.
@NullMarked
package dev.deft.mcp.oauth;

import org.jspecify.annotations.NullMarked;
