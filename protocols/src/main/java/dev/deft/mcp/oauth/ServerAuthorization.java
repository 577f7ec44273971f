package dev.deft.mcp.oauth;

import dev.deft.agent.config.McpServer;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// Authorizes the requests to one server with a token, which it gets and renews when needed.
final class ServerAuthorization implements RequestAuthorization {

    /// A token that is refused so soon after it was issued will never be accepted.
    private static final Duration FRESH = Duration.ofSeconds(30);

    /// A server could ask for other rights with each request.
    private static final int MOST_SIGN_INS = 10;

    private static final String BEARER = "Bearer ";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final McpServer.Remote server;
    private final OAuthParts parts;
    private final SignInOpener opener;
    private final ServerFile file;
    private final SecretTexts secrets;

    /// Only one thread gets a token at a time; the others wait for it.
    private final ReentrantLock mutex = new ReentrantLock();

    private final Set<Set<String>> attempts = new HashSet<>();
    private volatile Optional<SignIn> known = Optional.empty();
    private volatile Optional<String> lastSent = Optional.empty();
    private Optional<ServerSignIn> signIn = Optional.empty();

    private int signIns;

    /// The token of the last sign-in.
    private Optional<String> issued = Optional.empty();

    ServerAuthorization(
            McpServer.Remote server,
            OAuthParts parts,
            SignInOpener opener,
            ServerFile file,
            SecretTexts secrets) {
        this.server = server;
        this.parts = parts;
        this.opener = opener;
        this.file = file;
        this.secrets = secrets;
    }

    @Override
    public Optional<String> header() throws IOException, InterruptedException {
        Optional<SignIn> current = known;
        if (current.isEmpty() || isStale(current.get())) {
            current = loaded();
        }
        lastSent = current.map(ServerAuthorization::header);
        return lastSent;
    }

    private static String header(SignIn signIn) {
        return BEARER + signIn.tokens().access();
    }

    private boolean isStale(SignIn it) {
        return it.tokens().isStale(parts.clock().instant());
    }

    private Optional<SignIn> loaded() throws IOException, InterruptedException {
        mutex.lockInterruptibly();
        try {
            Optional<SignIn> stored = file.read().signIn().filter(this::isOfTheSettings);
            if (stored.isPresent() && isStale(stored.get())) {
                stored = renewedOrStillGood(stored.get());
            }
            use(stored);
            return stored;
        } finally {
            mutex.unlock();
        }
    }

    /// A token of another client than the settings name is not used.
    private boolean isOfTheSettings(SignIn it) {
        boolean same =
                server.oauth().clientId().map(id -> id.equals(it.clientId())).orElse(true)
                        || server.oauth()
                                .clientId()
                                .filter(id -> id.startsWith("https://"))
                                .isPresent();
        return same
                && server.oauth().client().issuer().map(is -> is.equals(it.issuer())).orElse(true);
    }

    private Optional<SignIn> renewedOrStillGood(SignIn stale)
            throws IOException, InterruptedException {
        try {
            return signIn().renewal().renew(stale.tokens().access());
        } catch (IOException e) {
            if (stale.tokens().isExpired(parts.clock().instant())) {
                throw e;
            }
            return Optional.of(stale);
        }
    }

    private void use(Optional<SignIn> it) {
        it.map(SignIn::tokens)
                .ifPresent(tokens -> {
                    secrets.add(tokens.access());
                    tokens.refresh().ifPresent(secrets::add);
                });
        known = it;
    }

    private ServerSignIn signIn() throws IOException, InterruptedException {
        if (signIn.isEmpty()) {
            signIn = Optional.of(ServerSignIn.of(server, parts, file, secrets));
        }
        return signIn.get();
    }

    @Override
    public boolean challenged(int status, List<String> challenges)
            throws IOException, InterruptedException {
        return challenged(status, challenges, lastSent);
    }

    @Override
    public boolean challenged(int status, List<String> challenges, Optional<String> sent)
            throws IOException, InterruptedException {
        AuthChallenge challenge = AuthChallenge.parse(challenges);
        mutex.lockInterruptibly();
        try {
            if (hasAnother(sent)) {
                return true;
            }
            return switch (status) {
                case UNAUTHORIZED -> unauthorized(challenge);
                case FORBIDDEN -> forbidden(challenge);
                default -> false;
            };
        } finally {
            mutex.unlock();
        }
    }

    /// Whether there is a token that was not refused, from another thread or another process.
    private boolean hasAnother(Optional<String> sent) throws IOException {
        Optional<SignIn> stored = file.read().signIn().filter(this::isOfTheSettings);
        use(stored);
        return stored.isPresent()
                && !sent.equals(Optional.of(header(stored.get())))
                && !isStale(stored.get());
    }

    private boolean unauthorized(AuthChallenge challenge) throws IOException, InterruptedException {
        ServerSignIn.Plan plan = signIn().discover(challenge);
        Optional<SignIn> refused = known.filter(it -> it.issuer().equals(plan.issuer().issuer()));
        if (refused.isPresent()) {
            if (isOwnAndFresh(refused.get())) {
                throw new IOException(
                        "The MCP server %s refuses the token that %s has just issued for it."
                                .formatted(server.name(), secrets.foreign(refused.get().issuer())));
            }
            if (!isFresh(refused.get()) && isRenewed(refused.get())) {
                return true;
            }
        }
        List<String> scopes =
                Scopes.initial(server.oauth().scope(), challenge, plan.resource(), plan.issuer());
        List<String> earlier = refused.map(it -> it.tokens().requested()).orElse(List.of());
        get(plan, scopes.isEmpty() ? scopes : Scopes.union(scopes, earlier));
        return true;
    }

    private boolean isOwnAndFresh(SignIn it) {
        return issued.equals(Optional.of(it.tokens().access())) && isFresh(it);
    }

    private boolean isRenewed(SignIn refused) throws IOException, InterruptedException {
        Optional<SignIn> renewed = signIn().renewal().renew(refused.tokens().access());
        use(renewed);
        return renewed.isPresent();
    }

    private boolean isFresh(SignIn it) {
        return parts.clock().instant().isBefore(it.tokens().issued().plus(FRESH));
    }

    /// Signs in again with more scopes; once for the same ones, since a server that still refuses
    /// then would go on for ever.
    private boolean forbidden(AuthChallenge challenge) throws IOException, InterruptedException {
        Optional<List<String>> needed = challenge.scopes();
        if (!challenge.error().equals(Optional.of("insufficient_scope")) || needed.isEmpty()) {
            return false;
        }
        List<String> held =
                known.map(it -> Scopes.union(it.tokens().requested(), it.tokens().granted()))
                        .orElse(List.of());
        List<String> all = Scopes.union(held, needed.get());
        if (attempts.contains(Set.copyOf(all))) {
            throw new IOException(
                    "The MCP server %s asks for rights that its sign-in does not give: %s."
                            .formatted(
                                    server.name(),
                                    secrets.foreign(String.join(" ", needed.get()))));
        }
        get(signIn().discover(challenge), all);
        return true;
    }

    private void get(ServerSignIn.Plan plan, List<String> scopes)
            throws IOException, InterruptedException {
        if (opener.equals(SignInOpener.NOBODY) && !server.oauth().client().unattended()) {
            signIn().want(scopes);
            throw new SignInRequiredException(server.name());
        }
        if (signIns++ >= MOST_SIGN_INS) {
            throw new IOException(
                    "The MCP server %s has asked for %d sign-ins, so it gets no more."
                            .formatted(server.name(), MOST_SIGN_INS));
        }
        List<String> all = Scopes.withOffline(scopes, plan.issuer());
        SignIn done = signIn().signIn(plan, all, opener);
        attempts.add(Set.copyOf(Scopes.union(done.tokens().requested(), done.tokens().granted())));
        issued = Optional.of(done.tokens().access());
        use(Optional.of(done));
    }

    @Override
    public String masked(String text) {
        return secrets.masked(text);
    }
}
