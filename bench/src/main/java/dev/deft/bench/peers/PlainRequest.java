package dev.deft.bench.peers;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// An HTTP request, read with as little work as possible: it is not what is measured.
///
/// @param arrived when its last byte was read, by [System#nanoTime]
/// @param bytes of the body, without compression
record PlainRequest(String method, String path, long arrived, int bytes, String text) {

    /// The next request of a connection; empty at its end.
    static Optional<PlainRequest> read(BufferedInputStream in) throws IOException {
        String first = line(in);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        String[] words = first.split(" ", 3);
        Map<String, String> headers = new HashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] body = body(in, headers);
        long arrived = System.nanoTime();
        if ("gzip".equals(headers.get("content-encoding"))) {
            body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
        }
        var text = new String(body, StandardCharsets.UTF_8);
        return Optional.of(new PlainRequest(words[0], words[1], arrived, body.length, text));
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (!"chunked".equals(headers.get("transfer-encoding"))) {
            return in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        }
        var all = new ByteArrayOutputStream();
        for (int size = size(in); size > 0; size = size(in)) {
            all.write(in.readNBytes(size));
            line(in);
        }
        line(in);
        return all.toByteArray();
    }

    private static int size(InputStream in) throws IOException {
        return Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
    }

    /// The next line without its end; empty at the end of the input, too.
    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream(64);
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /// Writes a response.
    static void answer(OutputStream out, int status, String type, String text) throws IOException {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        write(out, status, type, "Content-Length: " + content.length + "\r\n\r\n", content, "");
    }

    /// Writes server-sent events, all in one chunk.
    static void stream(OutputStream out, String events) throws IOException {
        byte[] content = events.getBytes(StandardCharsets.UTF_8);
        write(
                out,
                200,
                "text/event-stream",
                "Transfer-Encoding: chunked\r\n\r\n%x\r\n".formatted(content.length),
                content,
                "\r\n0\r\n\r\n");
    }

    /// In one piece, so that the agent wakes once.
    private static void write(
            OutputStream out, int status, String type, String before, byte[] content, String after)
            throws IOException {
        var all = new ByteArrayOutputStream(content.length + 200);
        String head = "HTTP/1.1 %d OK\r\nContent-Type: %s\r\n%s".formatted(status, type, before);
        all.write(head.getBytes(StandardCharsets.ISO_8859_1));
        all.write(content);
        all.write(after.getBytes(StandardCharsets.ISO_8859_1));
        all.writeTo(out);
    }
}
