package dev.deft.mcp.server;

import dev.deft.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// One HTTP request on a connection of its own, with any headers, and its response as it comes.
final class RawHttp implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader in;
    private final int status;
    private final Map<String, String> headers = new LinkedHashMap<>();

    private RawHttp(int port, String method, Map<String, String> sent, String body)
            throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        var text = new StringBuilder(method + " /mcp HTTP/1.1\r\n");
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Host", "127.0.0.1:" + port);
        all.put("Accept", "application/json, text/event-stream");
        all.put("Content-Type", "application/json");
        all.put("Connection", "close");
        all.putAll(sent);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (!body.isEmpty()) {
            all.putIfAbsent("Content-Length", Integer.toString(bytes.length));
        }
        all.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        OutputStream out = socket.getOutputStream();
        out.write((text + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.write(bytes);
        out.flush();
        in =
                new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        status = Integer.parseInt(in.readLine().split(" ", 3)[1]);
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            String[] parts = line.split(": ?", 2);
            headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
        }
    }

    static RawHttp send(int port, String method, Map<String, String> headers, String body)
            throws IOException {
        return new RawHttp(port, method, headers, body);
    }

    static RawHttp post(int port, Map<String, String> headers, String body) throws IOException {
        return send(port, "POST", headers, body.replace('\'', '"'));
    }

    int status() {
        return status;
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    boolean isStream() {
        return header("Content-Type").equals(Optional.of("text/event-stream"));
    }

    /// The body of a response that is no stream.
    Json.Obj json() throws IOException {
        var text = new char[Integer.parseInt(header("Content-Length").orElseThrow())];
        int read = 0;
        while (read < text.length) {
            int more = in.read(text, read, text.length - read);
            if (more < 0) {
                break;
            }
            read += more;
        }
        return McpTestWorkspace.json(new String(text, 0, read));
    }

    /// An event of a stream.
    record Event(Optional<String> id, String data) {}

    /// The next event with data; comments and empty events are skipped.
    Event event() throws IOException {
        List<String> lines = new ArrayList<>();
        while (true) {
            String line = in.readLine();
            if (line == null) {
                throw new IOException("the stream has ended");
            }
            // Sizes of chunks stand between the lines.
            if (line.isEmpty() && !lines.isEmpty()) {
                Optional<String> data = field(lines, "data: ").filter(it -> !it.isBlank());
                if (data.isPresent()) {
                    return new Event(field(lines, "id: "), data.get());
                }
                lines.clear();
            } else {
                lines.add(line);
            }
        }
    }

    private static Optional<String> field(List<String> lines, String name) {
        return lines.stream()
                .filter(it -> it.startsWith(name))
                .map(it -> it.substring(name.length()))
                .findFirst();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
