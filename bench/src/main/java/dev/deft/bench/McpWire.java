package dev.deft.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// One connection to an HTTP server, with as little work as possible: it is not what is measured.
final class McpWire implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;
    private final int port;

    McpWire(int port) throws IOException {
        this.port = port;
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /// A response.
    ///
    /// @param headers by name in small letters
    record Response(int status, Map<String, String> headers, String body) {

        Response {
            headers = Map.copyOf(headers);
        }
    }

    /// A request as bytes, to be sent many times.
    byte[] request(String headers, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        return String.join(
                        "\r\n",
                        "POST /mcp HTTP/1.1",
                        "Host: 127.0.0.1:" + port,
                        "Content-Type: application/json",
                        "Accept: application/json, text/event-stream",
                        headers + "Content-Length: " + content.length,
                        "",
                        body)
                .getBytes(StandardCharsets.UTF_8);
    }

    Response send(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        int status = Integer.parseInt(line().substring(9, 12));
        Map<String, String> headers = new HashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return new Response(status, headers, body(headers));
    }

    private String body(Map<String, String> headers) throws IOException {
        if (headers.containsKey("content-length")) {
            int length = Integer.parseInt(headers.get("content-length"));
            return new String(in.readNBytes(length), StandardCharsets.UTF_8);
        }
        if (!"chunked".equals(headers.get("transfer-encoding"))) {
            return "";
        }
        var all = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16);
                size > 0;
                size = Integer.parseInt(line(), 16)) {
            all.write(in.readNBytes(size));
            line();
        }
        line();
        return all.toString(StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the server closed the connection");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
