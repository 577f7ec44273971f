/// OAuth 2.1 for MCP servers behind HTTP: discovery, registration, sign-in, tokens.
@NullMarked
package dev.deft.mcp.oauth;

import org.jspecify.annotations.NullMarked;
