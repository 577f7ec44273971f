package dev.deft.mcp.oauth;

import dev.deft.agent.config.McpServer;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/// Renews the token for a server, and takes it back.
final class TokenRenewal {

    private final McpServer.Remote server;
    private final ServerFile file;
    private final SecretTexts secrets;
    private final InstantSource clock;
    private final Clients clients;
    private final TokenEndpoint tokens;

    TokenRenewal(
            McpServer.Remote server,
            ServerFile file,
            SecretTexts secrets,
            InstantSource clock,
            Clients clients,
            TokenEndpoint tokens) {
        this.server = server;
        this.file = file;
        this.secrets = secrets;
        this.clock = clock;
        this.clients = clients;
        this.tokens = tokens;
    }

    /// Renews a token, unless another thread or process did so already.
    ///
    /// @param stale the token that must not be used any longer
    /// @return empty if only a person can get a new one
    Optional<SignIn> renew(String stale) throws IOException, InterruptedException {
        return file.locked(() -> {
            ServerRecord record = file.read();
            Optional<SignIn> known = record.signIn();
            if (known.isEmpty()) {
                return Optional.empty();
            }
            TokenSet current = known.get().tokens();
            if (!current.access().equals(stale) && !current.isStale(clock.instant())) {
                return known;
            }
            return renewed(record, known.get());
        });
    }

    private Optional<SignIn> renewed(ServerRecord record, SignIn old)
            throws IOException, InterruptedException {
        Optional<ClientIdentity> client =
                Optional.ofNullable(record.clients().get(old.issuer()))
                        .filter(it -> it.id().equals(old.clientId()));
        boolean unattended = server.oauth().client().unattended();
        if (client.isEmpty() || (old.tokens().refresh().isEmpty() && !unattended)) {
            return Optional.empty();
        }
        var target =
                new TokenEndpoint.Target(
                        old.issuer(),
                        old.tokenEndpoint(),
                        old.resource(),
                        clients.proof(client.get()));
        old.tokens().refresh().ifPresent(secrets::add);
        try {
            TokenSet got =
                    old.tokens().refresh().isPresent()
                            ? tokens.renew(target, old.tokens())
                            : tokens.unattended(target, old.tokens().requested());
            SignIn fresh = old.with(got);
            file.write(record.with(fresh));
            return Optional.of(fresh);
        } catch (TokenRefusedException e) {
            if (!e.isInvalidGrant() && !e.isInvalidClient()) {
                throw e;
            }
            ServerRecord without = record.signedOut();
            file.write(e.isInvalidClient() ? without.withoutClient(old.issuer()) : without);
            return Optional.empty();
        }
    }

    /// Takes back the tokens where the authorization server can do that. A failure does not matter:
    /// the tokens are deleted here in any case.
    void revoke() throws InterruptedException {
        try {
            ServerRecord record = file.read();
            Optional<SignIn> known = record.signIn();
            if (known.isEmpty() || known.get().revocationEndpoint().isEmpty()) {
                return;
            }
            Optional<ClientIdentity> client =
                    Optional.ofNullable(record.clients().get(known.get().issuer()));
            if (client.isPresent()) {
                TokenSet held = known.get().tokens();
                var target =
                        new TokenEndpoint.Target(
                                known.get().issuer(),
                                known.get().revocationEndpoint().get(),
                                known.get().resource(),
                                clients.proof(client.get()));
                tokens.revoke(target, held.refresh().orElse(held.access()));
            }
        } catch (IOException _) {
            // The authorization server cannot be reached, or does not want to.
        }
    }
}
