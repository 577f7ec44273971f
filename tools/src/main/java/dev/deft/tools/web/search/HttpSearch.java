package dev.deft.tools.web.search;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.json.Json;
import dev.deft.json.JsonCodec;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the services have in common.
final class HttpSearch {

    /// How much of an answer is read.
    static final int MOST_BYTES = 2 * 1024 * 1024;

    private HttpSearch() {}

    /// The URL of a service.
    static HttpUrl url(SearchProvider.Access access, String path) throws HostException {
        String address = access.address();
        String base = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        return HttpUrl.parse(base + path);
    }

    static Network.Request get(HttpUrl url, Map<String, String> headers, Duration timeout) {
        return new Network.Request(
                "GET", url.uri(), headers, Optional.empty(), MOST_BYTES, timeout);
    }

    static Network.Request post(
            HttpUrl url, Map<String, String> headers, String body, Duration timeout) {
        return new Network.Request(
                "POST", url.uri(), headers, Optional.of(Bytes.of(body)), MOST_BYTES, timeout);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /// The objects of a list in a JSON answer.
    ///
    /// @param path names of objects, and last that of the list
    static List<Json.Obj> list(Network.Response response, JsonCodec codec, List<String> path)
            throws IOException {
        Json value = parsed(response, codec);
        if (!(value instanceof Json.Obj)) {
            throw new IOException("its answer is not an object");
        }
        for (String name : path) {
            value =
                    value instanceof Json.Obj object
                            ? object.find(name).orElse(Json.Null.VALUE)
                            : Json.Null.VALUE;
        }
        List<Json.Obj> objects = new ArrayList<>();
        if (value instanceof Json.Arr(List<Json> items)) {
            for (Json item : items) {
                if (item instanceof Json.Obj object) {
                    objects.add(object);
                }
            }
        }
        return objects;
    }

    private static Json parsed(Network.Response response, JsonCodec codec) throws IOException {
        if (response.truncated()) {
            throw new IOException("its answer is too long");
        }
        try {
            return codec.read(response.body().text(StandardCharsets.UTF_8));
        } catch (JsonSyntaxException e) {
            throw new IOException("its answer is not JSON", e);
        }
    }

    /// A result from the fields of an object.
    static SearchResult result(Json.Obj object, String title, String url, String snippet) {
        return new SearchResult(
                object.text(title).orElse(""),
                object.text(url).orElse(""),
                object.text(snippet).orElse(""));
    }
}
