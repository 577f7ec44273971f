package dev.deft.agent.model.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A server on the loopback whose connections follow scripts, byte by byte.
final class SocketServer implements AutoCloseable {

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Script[] scripts;
    private final AtomicInteger accepted = new AtomicInteger();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);

    /// @param scripts one for each connection; the last one stays
    SocketServer(Script... scripts) throws IOException {
        this.scripts = scripts;
        Thread.ofVirtual().start(this::accept);
    }

    /// What happens on a connection, which is closed afterwards.
    interface Script {

        void play(Connection connection) throws IOException;
    }

    /// One connection, seen from the server.
    final class Connection {

        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        /// Reads a request, with its head.
        String request() throws IOException {
            var text = new StringBuilder();
            while (text.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("no request");
                }
                text.append((char) next);
            }
            int at = text.indexOf("Content-Length: ");
            int length =
                    at < 0
                            ? 0
                            : Integer.parseInt(text.substring(at + 16, text.indexOf("\r\n", at)));
            return text + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
        }

        void say(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }

        /// Waits for something outside of the connection.
        void await(CountDownLatch latch) throws IOException {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        /// Says no more, and waits until the client has left.
        void wait(boolean reading) throws IOException {
            reached.countDown();
            if (reading) {
                try {
                    while (in.read() >= 0) {}
                } finally {
                    left.countDown();
                }
                return;
            }
            // A client that has left shows only when something is written to it.
            try {
                while (true) {
                    out.write(0);
                }
            } finally {
                left.countDown();
            }
        }

        /// From now on the kernel holds small pieces back until the ones before are acknowledged.
        void hold() throws IOException {
            socket.setTcpNoDelay(false);
        }

        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /// How many connections there were.
    int connections() {
        return accepted.get();
    }

    /// Waits until a script waits.
    void awaitWaiting() throws InterruptedException {
        reached.await();
    }

    /// Waits until the client has left a script that waits.
    void awaitLeft() throws InterruptedException {
        left.await();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                Script script = scripts[Math.min(accepted.getAndIncrement(), scripts.length - 1)];
                Thread.ofVirtual().start(() -> play(socket, script));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void play(Socket socket, Script script) {
        try (socket) {
            script.play(new Connection(socket));
        } catch (IOException _) {
            // The client has left; that is its right.
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
