package dev.deft.mcp.oauth;

import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.net.CallNetwork;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sends the requests of a sign-in. Answers are bounded in size and time, and redirects are
/// followed only where nothing secret is sent.
final class OAuthHttp {

    private static final int MAX_BYTES = 256 * 1024;
    private static final int MAX_REDIRECTS = 3;
    private static final String JSON = "application/json";

    private final ReachableHosts hosts;
    private final CallNetwork network;
    private final Duration timeout;

    OAuthHttp(ReachableHosts hosts, CallNetwork network, Duration timeout) {
        this.hosts = hosts;
        this.network = network;
        this.timeout = timeout;
    }

    /// An answer.
    ///
    /// @param challenges the values of `WWW-Authenticate`
    /// @param body empty if it is no JSON object
    record Answer(int status, List<String> challenges, Optional<Json.Obj> body) {

        Answer {
            challenges = List.copyOf(challenges);
        }

        boolean isOk() {
            return status / 100 == 2;
        }
    }

    /// The address of an endpoint that a server handed out.
    ///
    /// @throws IOException if nothing may be sent there
    HttpUrl endpoint(String what, String url) throws IOException {
        HttpUrl parsed;
        try {
            parsed = HttpUrl.parse(url);
        } catch (HostException e) {
            throw new IOException(
                    "The address of the %s is not usable: %s".formatted(what, e.getMessage()), e);
        }
        Optional<String> against = hosts.refusal(parsed);
        if (against.isPresent()) {
            throw new IOException(
                    "The %s is at %s, which is not used: %s."
                            .formatted(what, parsed.origin(), against.get()));
        }
        return parsed;
    }

    /// Fetches a public document.
    ///
    /// @return empty if there is no JSON object at this address
    Optional<Json.Obj> document(String what, HttpUrl first)
            throws IOException, InterruptedException {
        HttpUrl url = first;
        for (int hop = 0; hop <= MAX_REDIRECTS; hop++) {
            Network.Response response = send("GET", url, Map.of("accept", JSON), Optional.empty());
            Optional<String> location =
                    response.status() / 100 == 3 ? response.header("location") : Optional.empty();
            if (location.isEmpty()) {
                return response.status() == 200 ? object(response) : Optional.empty();
            }
            url = endpoint(what, url.resolve(location.get()).toString());
        }
        throw new IOException(
                "%s redirects more than %d times.".formatted(first.origin(), MAX_REDIRECTS));
    }

    /// Sends a request with a body, which may hold secrets. It is not sent on to another place.
    Answer post(HttpUrl url, String contentType, Map<String, String> headers, String body)
            throws IOException, InterruptedException {
        Map<String, String> all = new HashMap<>(headers);
        all.put("content-type", contentType);
        all.putIfAbsent("accept", JSON);
        Network.Response response = send("POST", url, all, Optional.of(Bytes.of(body)));
        if (response.status() / 100 == 3) {
            throw new IOException(
                    "%s answers with a redirect, which is not followed.".formatted(url.origin()));
        }
        return new Answer(
                response.status(),
                response.headers().getOrDefault("www-authenticate", List.of()),
                object(response));
    }

    private Network.Response send(
            String method, HttpUrl url, Map<String, String> headers, Optional<Bytes> body)
            throws IOException, InterruptedException {
        Network.Response response =
                network.send(
                        new Network.Request(method, url.uri(), headers, body, MAX_BYTES, timeout));
        if (response.truncated()) {
            throw new IOException(
                    "%s sends more than %d KiB.".formatted(url.origin(), MAX_BYTES / 1024));
        }
        return response;
    }

    private static Optional<Json.Obj> object(Network.Response response) {
        try {
            String text = response.body().text(StandardCharsets.UTF_8);
            return Optional.of(JsonText.parseObject(text));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }
}
