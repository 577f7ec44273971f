package dev.deft.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// One connection to an HTTP server on loopback, with as little work as possible: it is not what is
/// measured.
final class BenchWire implements AutoCloseable {

    private final Socket socket = new Socket();
    private final InputStream in;
    private final int port;

    BenchWire(int port) throws IOException {
        this(port, 0);
    }

    /// @param window how many bytes the kernel keeps for this side; 0 for as many as it wants
    BenchWire(int port, int window) throws IOException {
        this.port = port;
        if (window > 0) {
            socket.setReceiveBufferSize(window);
        }
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        in =
                window > 0
                        ? socket.getInputStream()
                        : new BufferedInputStream(socket.getInputStream());
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
    ///
    /// @param headers each with its line end
    byte[] request(String method, String path, String headers, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String length =
                content.length == 0
                        ? ""
                        : "Content-Type: application/json\r\nContent-Length: "
                                + content.length
                                + "\r\n";
        return (method
                        + " "
                        + path
                        + " HTTP/1.1\r\nHost: 127.0.0.1:"
                        + port
                        + "\r\n"
                        + headers
                        + length
                        + "\r\n"
                        + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    Response send(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        Map<String, String> headers = new HashMap<>();
        int status = head(headers);
        return new Response(status, headers, body(headers));
    }

    /// Sends a request whose answer does not end, and reads its head.
    ///
    /// @return its status
    int open(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        return head(new HashMap<>());
    }

    private int head(Map<String, String> headers) throws IOException {
        int status = Integer.parseInt(line().substring(9, 12));
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return status;
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

    /// The next line, of the head or of events.
    String line() throws IOException {
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

    /// Reads a few bytes, as a slow client does.
    ///
    /// @return false if there is nothing more to come
    boolean sip(int bytes) throws IOException {
        return in.readNBytes(bytes).length == bytes;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
