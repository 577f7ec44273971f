package dev.deft.mcp.oauth;

import dev.deft.agent.config.McpServer;
import dev.deft.host.HttpUrl;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Signs in to MCP servers with OAuth 2.1, and keeps the tokens in the user's data directory.
public final class OAuthSignIn {

    private final OAuthParts parts;

    /// Signs in for the user of an environment.
    ///
    /// @param environment says where the user's directories are, and holds secrets of clients
    public OAuthSignIn(Map<String, String> environment) {
        this(OAuthParts.of(environment));
    }

    OAuthSignIn(OAuthParts parts) {
        this.parts = parts;
    }

    /// Authorizes the requests to a server. Nothing is read or sent before it is used.
    ///
    /// @param opener for a person who signs in when the server asks for it; [SignInOpener#NOBODY]
    ///   where nobody is there
    /// @return [RequestAuthorization#NONE] if the settings say so: with `oauth` off, or with a
    ///   header `Authorization` of their own
    public RequestAuthorization authorization(McpServer.Remote server, SignInOpener opener) {
        boolean own =
                server.headers().keySet().stream()
                        .anyMatch(it -> it.toLowerCase(Locale.ROOT).equals("authorization"));
        if (own || !server.oauth().enabled()) {
            return RequestAuthorization.NONE;
        }
        return new ServerAuthorization(server, parts, opener, file(server), new SecretTexts());
    }

    private ServerFile file(McpServer.Remote server) {
        return new ServerFile(parts.data(), address(server));
    }

    /// The address in one spelling. One that is wrong gets no token anyway.
    private static String address(McpServer.Remote server) {
        try {
            return HttpUrl.parse(server.url()).toString();
        } catch (IOException _) {
            return server.url();
        }
    }

    /// Signs in to a server, also where there is a token already.
    ///
    /// @return how it is then
    /// @throws IOException if it failed; the message says why and what to do
    public SignInStatus login(McpServer.Remote server, SignInOpener opener)
            throws IOException, InterruptedException {
        ServerFile file = file(server);
        ServerSignIn signIn = ServerSignIn.of(server, parts, file, new SecretTexts());
        Optional<AuthChallenge> asked = signIn.probe();
        AuthChallenge challenge = asked.orElse(AuthChallenge.NONE);
        if (asked.isEmpty() && !signIn.isProtected()) {
            throw new IOException(
                    "The MCP server %s does not ask for a sign-in.".formatted(server.name()));
        }
        ServerSignIn.Plan plan = signIn.discover(challenge);
        List<String> initial =
                Scopes.initial(server.oauth().scope(), challenge, plan.resource(), plan.issuer());
        SignIn _ = signIn.signIn(plan, Scopes.union(initial, file.read().wanted()), opener);
        return status(server);
    }

    /// Forgets the tokens and the registration of Deft for a server, and takes the tokens back
    /// where the authorization server can do that.
    ///
    /// @return whether there was anything to forget
    public boolean logout(McpServer.Remote server) throws IOException, InterruptedException {
        ServerFile file = file(server);
        try {
            ServerSignIn.of(server, parts, file, new SecretTexts()).renewal().revoke();
        } catch (IOException _) {
            // The address gets no token, so there is none to take back.
        }
        return file.locked(file::delete);
    }

    /// Whether there is a token for a server. Nothing is sent.
    public SignInStatus status(McpServer.Remote server) throws IOException {
        Optional<SignIn> known = file(server).read().signIn();
        if (known.isEmpty()) {
            return new SignInStatus.SignedOut();
        }
        TokenSet tokens = known.get().tokens();
        boolean renewable = tokens.refresh().isPresent() || server.oauth().client().unattended();
        if (tokens.isExpired(parts.clock().instant()) && !renewable) {
            return new SignInStatus.SignedOut();
        }
        return new SignInStatus.SignedIn(
                known.get().issuer(), tokens.granted(), tokens.expires(), renewable);
    }
}
