package dev.deft.rpc;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// The other side of a connection, as bytes over a socket: it may say what no peer should say.
final class RawPeer implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader in;
    private final RpcConnection connection;

    RawPeer(RpcRules rules, RpcHandler handler) throws IOException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            socket = new Socket(listener.getInetAddress(), listener.getLocalPort());
            Socket other = listener.accept();
            connection =
                    RpcConnection.open(
                            other.getInputStream(), other.getOutputStream(), rules, handler);
        }
        in =
                new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /// The side under test.
    RpcConnection connection() {
        return connection;
    }

    void say(String line) throws IOException {
        sayBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void sayBytes(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /// Waits for a line.
    String hear() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new IOException("the connection has ended");
        }
        return line;
    }

    Json.Obj hearObject() throws IOException, JsonSyntaxException {
        return JsonText.parseObject(hear());
    }

    /// Says that nothing more will come. Answers can still be heard.
    void endMessages() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        try (socket) {
            connection.close();
        }
    }
}
