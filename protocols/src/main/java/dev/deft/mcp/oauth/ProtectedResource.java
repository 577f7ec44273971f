package dev.deft.mcp.oauth;

import java.util.List;

/// What a server says about itself.
///
/// @param resource the name of the server, as tokens carry it
/// @param issuers its authorization servers, at least one
/// @param scopes those it has; empty if it does not say
record ProtectedResource(String resource, List<String> issuers, List<String> scopes) {

    ProtectedResource {
        issuers = List.copyOf(issuers);
        scopes = List.copyOf(scopes);
    }
}
