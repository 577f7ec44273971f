package dev.deft.net.http;

import dev.deft.host.Bytes;
import dev.deft.host.HttpUrl;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// One request and its response in HTTP/1.1. The connection is of no use afterwards.
public final class HttpOne {

    private static final Set<String> WITH_LENGTH = Set.of("POST", "PUT", "PATCH");

    private HttpOne() {}

    /// A response whose body is still to be read.
    public record Answer(ResponseHead head, InputStream body) {}

    /// Sends the request and reads the head of the response.
    ///
    /// @param target the path, or the whole URL for a proxy
    /// @param further headers for the next hop
    public static Answer exchange(
            RequestHead request,
            HttpUrl url,
            String target,
            Map<String, String> further,
            InputStream in,
            OutputStream out)
            throws IOException {
        out.write(head(request, url, target, further).getBytes(StandardCharsets.UTF_8));
        var buffered = new BufferedInputStream(in);
        sendBody(request.body().orElse(Bytes.EMPTY), buffered, out);
        ResponseHead head = new HeadReader(buffered).read();
        return new Answer(head, FramedBody.of(request.method(), head, buffered));
    }

    /// A server may answer and close the connection before it has read the whole body.
    private static void sendBody(Bytes body, InputStream in, OutputStream out) throws IOException {
        try {
            out.write(body.toArray());
            out.flush();
        } catch (IOException e) {
            in.mark(1);
            int first = in.read();
            if (first < 0) {
                throw e;
            }
            in.reset();
        }
    }

    private static String head(
            RequestHead request, HttpUrl url, String target, Map<String, String> further) {
        var text = new StringBuilder();
        text.append(request.method()).append(' ').append(target).append(" HTTP/1.1\r\n");
        text.append("Host: ").append(url.authority()).append("\r\n");
        Map<String, String> all = new TreeMap<>(request.headers());
        all.putAll(further);
        all.forEach((name, value) ->
                text.append(capitalized(name)).append(": ").append(value).append("\r\n"));
        if (request.body().isPresent() || WITH_LENGTH.contains(request.method())) {
            text.append("Content-Length: ")
                    .append(request.body().map(Bytes::size).orElse(0))
                    .append("\r\n");
        }
        return text.append("Connection: close\r\n\r\n").toString();
    }

    /// Case does not matter in headers, but some old servers know this one only.
    private static String capitalized(String name) {
        var text = new StringBuilder(name);
        for (int i = 0; i < text.length(); i++) {
            if (i == 0 || text.charAt(i - 1) == '-') {
                text.setCharAt(i, Character.toUpperCase(text.charAt(i)));
            }
        }
        return text.toString();
    }
}
