package dev.deft.mcp.oauth;

import java.util.Optional;

/// A finished sign-in.
///
/// @param issuer the authorization server, exactly as its metadata spells it
/// @param resource what the token is for
/// @param tokenEndpoint of the authorization server, kept so that a refresh token goes nowhere else
/// @param clientId who got the token
record SignIn(
        String issuer,
        String resource,
        String tokenEndpoint,
        Optional<String> revocationEndpoint,
        String clientId,
        TokenSet tokens) {

    SignIn with(TokenSet renewed) {
        return new SignIn(issuer, resource, tokenEndpoint, revocationEndpoint, clientId, renewed);
    }
}
