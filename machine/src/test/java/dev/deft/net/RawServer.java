package dev.deft.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/// A server on loopback that sends whatever bytes a test wants.
final class RawServer implements AutoCloseable {

    private final ServerSocket listener;
    private final Script script;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final CountDownLatch hangUp = new CountDownLatch(1);

    /// Answers one request.
    @FunctionalInterface
    interface Script {

        void answer(String head, InputStream in, OutputStream out) throws IOException;
    }

    RawServer(Script script) throws IOException {
        this(new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1")), script);
    }

    private RawServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
        Thread.ofVirtual().start(this::accept);
    }

    /// Always sends the same.
    static RawServer sending(String response) throws IOException {
        return sending(response.getBytes(StandardCharsets.ISO_8859_1));
    }

    static RawServer secure(SSLContext tls, Script script) throws IOException {
        return new RawServer(
                tls.getServerSocketFactory()
                        .createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1")),
                script);
    }

    static RawServer sending(byte[] response) throws IOException {
        return new RawServer((_, _, out) -> out.write(response));
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException _) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            String head = head(in);
            heads.add(head);
            script.answer(head, in, socket.getOutputStream());
            socket.shutdownOutput();
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException _) {
            // The client went away.
        } finally {
            hangUp.countDown();
        }
    }

    static String head(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    /// Waits until a client has closed its connection.
    boolean sawHangUp() throws InterruptedException {
        return hangUp.await(20, TimeUnit.SECONDS);
    }

    int port() {
        return listener.getLocalPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    /// The heads of the requests so far.
    List<String> heads() {
        return List.copyOf(heads);
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
