package dev.deft.server.listener;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sends bytes that no HTTP library would send.
final class RawClient implements AutoCloseable {

    private static final Pattern LENGTH = Pattern.compile("Content-Length: ([0-9]+)");
    private static final int TIMEOUT = 30_000;

    private final Socket socket;

    RawClient(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT);
    }

    /// One exchange on a connection of its own.
    static String exchange(int port, String request) throws IOException {
        try (var client = new RawClient(port)) {
            client.send(request);
            return client.response();
        }
    }

    /// A request without a body.
    static String get(String path, String... headers) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + lines(headers) + "\r\n";
    }

    static String lines(String... headers) {
        var text = new StringBuilder();
        for (String it : headers) {
            text.append(it).append("\r\n");
        }
        return text.toString();
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    InputStream input() throws IOException {
        return socket.getInputStream();
    }

    Socket socket() {
        return socket;
    }

    /// The head of the next response and its body, if it has a length; empty if the server closed
    /// the connection.
    String response() throws IOException {
        var head = new ByteArrayOutputStream();
        String text = "";
        while (!text.endsWith("\r\n\r\n")) {
            int next = input().read();
            if (next < 0) {
                return text;
            }
            head.write(next);
            text = head.toString(StandardCharsets.ISO_8859_1);
        }
        Matcher length = LENGTH.matcher(text);
        if (!length.find()) {
            return text;
        }
        byte[] body = input().readNBytes(Integer.parseInt(length.group(1)));
        return text + new String(body, StandardCharsets.UTF_8);
    }

    /// Whether the server closes the connection, now or soon.
    boolean isClosed() throws IOException {
        try {
            while (input().read() >= 0) {
                // What was under way.
            }
            return true;
        } catch (SocketException _) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
