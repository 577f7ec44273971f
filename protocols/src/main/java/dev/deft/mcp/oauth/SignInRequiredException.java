package dev.deft.mcp.oauth;

import java.io.IOException;

/// A server asks for a sign-in, and nobody is there to do it.
public final class SignInRequiredException extends IOException {

    private static final long serialVersionUID = 1L;

    SignInRequiredException(String server) {
        super(
                "The MCP server %s asks for a sign-in. Run: deft mcp login %s"
                        .formatted(server, server));
    }
}
