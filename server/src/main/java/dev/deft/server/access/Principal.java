package dev.deft.server.access;

import java.util.Optional;
import java.util.Set;

/// Somebody who uses the server.
///
/// @param name of the person or program, as the audit log shows it
/// @param token the id of the token it came with
/// @param workspaces the ids of those it may see; empty for all
public record Principal(
        String name, String token, Set<AccessScope> scopes, Optional<Set<String>> workspaces) {

    public Principal {
        scopes = Set.copyOf(scopes);
        workspaces = workspaces.map(Set::copyOf);
    }

    /// Whether it may do what a scope allows.
    public boolean may(AccessScope scope) {
        return scopes.contains(scope);
    }

    /// Whether it may see a workspace.
    public boolean sees(String workspace) {
        return workspaces.isEmpty() || workspaces.get().contains(workspace);
    }
}
