package dev.deft.tools.web;

import dev.deft.host.Bytes;
import dev.deft.host.Host;
import dev.deft.host.HttpUrl;
import dev.deft.host.Limits;
import dev.deft.host.Network;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Sends a raw request and shows the response as it is. The three tools differ only in how they
/// make the request.
final class HttpReply {

    /// How much of a body is read. What does not fit the output is in the sidecar.
    static final int MOST_BYTES = 10 * 1024 * 1024;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private HttpReply() {}

    /// A response.
    ///
    /// @param headers by name in lower case; values of the same name are joined
    /// @param encoding `base64` if the body is not text
    public record Data(
            int status, Map<String, String> headers, String body, Optional<String> encoding) {}

    static <P extends Record> ToolSpec<P> spec(String id, Class<P> parameters) {
        return ToolSpec.of(
                        id,
                        parameters,
                        ToolCategory.NETWORK,
                        ToolKind.FETCH,
                        Map.of("megabytes", MOST_BYTES / 1024 / 1024))
                .requiring(RequirementSet.fetching("**"))
                .within(Limits.DEFAULT.withTimeout(TIMEOUT));
    }

    static List<Touch> touches(String url) throws IOException {
        return List.of(Touch.fetching(HttpUrl.parse(url).hostAndPort()));
    }

    static ToolResult send(
            String method,
            String url,
            Map<String, String> headers,
            Optional<String> body,
            Host host)
            throws IOException, InterruptedException {
        Network.Response response =
                host.net()
                        .send(
                                new Network.Request(
                                        method.toUpperCase(Locale.ROOT),
                                        HttpUrl.parse(url).uri(),
                                        headers,
                                        body.map(Bytes::of),
                                        MOST_BYTES,
                                        within(host.limits().timeout())));
        return output(method.toUpperCase(Locale.ROOT), response, host);
    }

    /// The timeout of the call, minus the time to deliver the response.
    private static Duration within(Duration call) {
        return call.minus(call.dividedBy(20));
    }

    private static ToolResult output(String method, Network.Response response, Host host)
            throws IOException {
        Map<String, String> headers = joined(response);
        Optional<String> whole = BodyText.of(response);
        int room = host.limits().outputBytes();
        String shown =
                whole.isPresent()
                        ? BodyText.head(whole.get(), room)
                        : base64(response.body().part(0, room / 4 * 3));
        boolean cut =
                response.truncated()
                        || (whole.isPresent()
                                ? shown.length() < whole.get().length()
                                : response.body().size() > room / 4 * 3);
        var data =
                new Data(
                        response.status(),
                        headers,
                        shown,
                        whole.isPresent() ? Optional.empty() : Optional.of("base64"));
        ToolResult.Output output =
                ToolResult.output(
                        data,
                        text(response, headers, whole.isPresent() ? shown : binary(response)),
                        "%s %s: %d".formatted(method, response.url(), response.status()));
        if (!cut) {
            return output;
        }
        OutputStream all = host.sidecar();
        all.write(response.body().toArray());
        all.flush();
        return noted(output, response).asHead();
    }

    private static ToolResult.Output noted(ToolResult.Output output, Network.Response response) {
        return response.truncated()
                ? output.noting(
                        "the body is longer than %d MB; the rest was not read"
                                .formatted(MOST_BYTES / 1024 / 1024))
                : output;
    }

    private static Map<String, String> joined(Network.Response response) {
        Map<String, String> joined = new TreeMap<>();
        response.headers().forEach((name, values) -> joined.put(name, String.join(", ", values)));
        return joined;
    }

    private static String base64(Bytes body) {
        return Base64.getEncoder().encodeToString(body.toArray());
    }

    private static String binary(Network.Response response) {
        return "(%s, %d bytes, not text; `body` of the data has it in Base64)"
                .formatted(
                        response.header("content-type").orElse("unknown type"),
                        response.body().size());
    }

    private static String text(
            Network.Response response, Map<String, String> headers, String body) {
        var all = new StringBuilder();
        headers.forEach((name, value) -> all.append(name).append(": ").append(value).append('\n'));
        all.append('\n').append(body);
        return "Status %d from %s\n%s"
                .formatted(
                        response.status(),
                        response.url(),
                        OutsideText.marked(response.url().toString(), all.toString()));
    }
}
