package dev.deft.mcp.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A connection to the server that says whatever it likes, byte by byte.
final class HostileHttpClient implements AutoCloseable {

    private final Socket socket;

    HostileHttpClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
    }

    HostileHttpClient say(String text) throws IOException {
        return say(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    HostileHttpClient say(byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
        return this;
    }

    /// Says the same piece again and again, until the server has had enough.
    ///
    /// @return how many bytes it took
    long sayUntilRefused(byte[] piece, long most) {
        long said = 0;
        try {
            while (said < most) {
                say(piece);
                said += piece.length;
            }
        } catch (IOException _) {
            // The server closed the connection.
        }
        return said;
    }

    /// The status line; empty if the connection ends without one.
    String status() {
        var line = new StringBuilder();
        try {
            InputStream in = socket.getInputStream();
            for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
                line.append((char) next);
            }
        } catch (IOException _) {
            // The server closed the connection.
        }
        return line.toString().strip();
    }

    /// Everything until the server closes the connection.
    String rest() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
