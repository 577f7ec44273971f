package dev.deft.mcp.oauth;

import dev.deft.host.HttpUrl;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds out who issues the tokens for a server, and how.
final class Discovery {

    private static final String RESOURCE = "/.well-known/oauth-protected-resource";
    private static final String AUTHORIZATION = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";
    private static final String RESOURCE_DOCUMENT = "metadata of the MCP server";
    private static final String ISSUER_DOCUMENT = "authorization server";

    private final HttpUrl server;
    private final OAuthHttp http;
    private final SecretTexts secrets;

    Discovery(HttpUrl server, OAuthHttp http, SecretTexts secrets) {
        this.server = server;
        this.http = http;
        this.secrets = secrets;
    }

    /// What the server says about itself.
    ///
    /// @return empty if it says nothing anywhere
    /// @throws IOException if it speaks about another server
    Optional<ProtectedResource> resource(AuthChallenge challenge)
            throws IOException, InterruptedException {
        for (HttpUrl url : resourceDocuments(challenge)) {
            Optional<Json.Obj> found = http.document(RESOURCE_DOCUMENT, url);
            if (found.isPresent()) {
                return Optional.of(resource(found.get()));
            }
        }
        return Optional.empty();
    }

    private List<HttpUrl> resourceDocuments(AuthChallenge challenge) throws IOException {
        Optional<String> named = challenge.resourceMetadata();
        if (named.isPresent()) {
            return List.of(http.endpoint(RESOURCE_DOCUMENT, named.get()));
        }
        List<HttpUrl> urls = new ArrayList<>();
        String path = withoutSlash(server.target());
        if (!path.isEmpty()) {
            urls.add(HttpUrl.parse(server.origin() + RESOURCE + path));
        }
        urls.add(HttpUrl.parse(server.origin() + RESOURCE));
        return urls;
    }

    private ProtectedResource resource(Json.Obj document) throws IOException {
        String resource = document.text("resource").orElse("");
        if (!covers(resource)) {
            throw new IOException(
                    "The metadata speaks about another server: %s instead of %s."
                            .formatted(secrets.foreign(resource), server));
        }
        List<String> issuers =
                MetadataFields.texts(document, "authorization_servers").orElse(List.of());
        if (issuers.isEmpty()) {
            throw new IOException(
                    "The metadata of %s names no authorization server.".formatted(server));
        }
        return new ProtectedResource(
                resource,
                issuers,
                MetadataFields.texts(document, "scopes_supported").orElse(List.of()));
    }

    /// Whether a name is that of the server: its own address, or one above it of the same origin.
    private boolean covers(String resource) {
        HttpUrl named;
        try {
            named = HttpUrl.parse(resource);
        } catch (IOException _) {
            return false;
        }
        if (!named.origin().equals(server.origin()) || resource.indexOf('#') >= 0) {
            return false;
        }
        String above = withoutSlash(named.target());
        return server.target().equals(named.target())
                || withoutSlash(server.target()).equals(above)
                || server.target().startsWith(above + "/");
    }

    /// What an authorization server says about itself.
    ///
    /// @throws IOException if it says nothing, or says that it is another one
    AuthorizationServer authorizationServer(String issuer)
            throws IOException, InterruptedException {
        HttpUrl url = http.endpoint(ISSUER_DOCUMENT, issuer);
        if (issuer.indexOf('?') >= 0 || issuer.indexOf('#') >= 0) {
            throw new IOException(
                    "%s is no name of an authorization server.".formatted(secrets.foreign(issuer)));
        }
        for (HttpUrl candidate : issuerDocuments(url)) {
            Optional<Json.Obj> found = http.document(ISSUER_DOCUMENT, candidate);
            if (found.isPresent()) {
                return checked(issuer, found.get());
            }
        }
        throw new IOException(
                "The authorization server %s does not say how to sign in: there is no metadata at its well-known addresses."
                        .formatted(url.origin()));
    }

    private static List<HttpUrl> issuerDocuments(HttpUrl issuer) throws IOException {
        String path = withoutSlash(issuer.target());
        List<HttpUrl> all = new ArrayList<>();
        all.add(HttpUrl.parse(issuer.origin() + AUTHORIZATION + path));
        all.add(HttpUrl.parse(issuer.origin() + OPENID + path));
        if (!path.isEmpty()) {
            all.add(HttpUrl.parse(issuer.origin() + path + OPENID));
        }
        return all;
    }

    /// The names are compared as texts, without any normalization, as the specification demands.
    private AuthorizationServer checked(String issuer, Json.Obj document) throws IOException {
        String named = document.text("issuer").orElse("");
        if (!named.equals(issuer)) {
            throw new IOException(
                    "The authorization server %s says that it is another one: %s."
                            .formatted(secrets.foreign(issuer), secrets.foreign(named)));
        }
        return new AuthorizationServer(issuer, document);
    }

    private static String withoutSlash(String target) {
        return target.endsWith("/") ? target.substring(0, target.length() - 1) : target;
    }
}
