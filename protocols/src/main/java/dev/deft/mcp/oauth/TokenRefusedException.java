package dev.deft.mcp.oauth;

import java.io.IOException;

/// An authorization server refused a request for a token.
final class TokenRefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String code;

    TokenRefusedException(String code, String message) {
        super(message);
        this.code = code;
    }

    /// Whether the refresh token or the code is no longer good.
    boolean isInvalidGrant() {
        return code.equals("invalid_grant");
    }

    /// Whether the authorization server does not know the client.
    boolean isInvalidClient() {
        return code.equals("invalid_client") || code.equals("unauthorized_client");
    }
}
