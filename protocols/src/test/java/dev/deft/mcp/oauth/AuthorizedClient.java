package dev.deft.mcp.oauth;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;

/// A client with nothing but requests and their authorization, as small as both eras of the
/// protocol let it be.
final class AuthorizedClient {

    private static final int MOST_ATTEMPTS = 4;

    private final URI url;
    private final Revision revision;
    private final RequestAuthorization authorization;
    private int id;

    AuthorizedClient(URI url, Revision revision, RequestAuthorization authorization) {
        this.url = url;
        this.revision = revision;
        this.authorization = authorization;
    }

    /// The driver for the conformance suite.
    static void main(String[] arguments) throws IOException, InterruptedException {
        String url = arguments[arguments.length - 1];
        Revision revision =
                Revision.find(System.getenv("MCP_CONFORMANCE_PROTOCOL_VERSION")).orElseThrow();
        var client =
                new AuthorizedClient(
                        URI.create(url),
                        revision,
                        ConformanceSignIn.authorization(url, System.getenv()));
        client.listAndCall();
    }

    void listAndCall() throws IOException, InterruptedException {
        if (revision.stateless()) {
            send("server/discover", Json.Obj.EMPTY);
        } else {
            send(
                    "initialize",
                    Json.Obj.EMPTY
                            .with("protocolVersion", revision.wire())
                            .with("capabilities", Json.Obj.EMPTY)
                            .with("clientInfo", info()));
            send("notifications/initialized", Json.Obj.EMPTY);
        }
        send("tools/list", Json.Obj.EMPTY);
        send(
                "tools/call",
                Json.Obj.EMPTY.with("name", "test-tool").with("arguments", Json.Obj.EMPTY));
    }

    private static Json.Obj info() {
        return Json.Obj.EMPTY.with("name", "small").with("version", "1");
    }

    void send(String method, Json.Obj params) throws IOException, InterruptedException {
        Json.Obj message = Json.Obj.EMPTY.with("jsonrpc", "2.0").with("method", method);
        if (!method.startsWith("notifications/")) {
            message = message.with("id", Json.Num.of(++id));
        }
        String body = JsonText.write(message.with("params", revision.stateless() ? withMeta(params) : params));
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
                Optional<String> header = authorization.header();
                HttpResponse<String> response =
                        http.send(request(method, body, header), HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() / 100 == 2) {
                    return;
                }
                boolean again =
                        (response.statusCode() == 401 || response.statusCode() == 403)
                                && authorization.challenged(
                                        response.statusCode(),
                                        response.headers().allValues("www-authenticate"),
                                        header);
                if (!again) {
                    throw new IOException(method + ": " + response.statusCode() + " " + response.body());
                }
            }
        }
        throw new IOException(method + ": still refused");
    }

    private Json.Obj withMeta(Json.Obj params) {
        return params.with(
                "_meta",
                Json.Obj.EMPTY
                        .with("io.modelcontextprotocol/protocolVersion", revision.wire())
                        .with("io.modelcontextprotocol/clientInfo", info())
                        .with("io.modelcontextprotocol/clientCapabilities", Json.Obj.EMPTY));
    }

    private HttpRequest request(String method, String body, Optional<String> header) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url)
                        .version(HttpClient.Version.HTTP_1_1)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header("MCP-Protocol-Version", revision.wire())
                        .header("Mcp-Method", method)
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        if (method.equals("tools/call")) {
            request.header("Mcp-Name", "test-tool");
        }
        header.ifPresent(it -> request.header("Authorization", it));
        return request.build();
    }
}
