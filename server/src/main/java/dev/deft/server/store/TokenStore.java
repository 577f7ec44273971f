package dev.deft.server.store;

import dev.deft.server.access.AccessScope;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The tokens with which people and programs come. Only hashes of them are stored.
public interface TokenStore {

    /// A token without its secret.
    ///
    /// @param id public, with which it is revoked
    /// @param hash of the secret
    /// @param person whose it is
    /// @param workspaces the ids of those it may see; empty for all
    /// @param once whether it can be used only once, to sign in
    record StoredToken(
            String id,
            String hash,
            String person,
            Set<AccessScope> scopes,
            Optional<Set<String>> workspaces,
            Instant created,
            Optional<Instant> expires,
            boolean once) {}

    /// All tokens, the oldest first.
    List<StoredToken> list() throws IOException;

    void add(StoredToken token) throws IOException;

    Optional<StoredToken> find(String id) throws IOException;

    /// Removes a token.
    ///
    /// @return whether it was there; of several callers at once, one gets true
    boolean remove(String id) throws IOException;
}
