package dev.deft.agent.model.http;

import dev.deft.host.Bytes;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicInteger;

/// A provider on the loopback that answers as it was told to, down to a cut connection.
public final class FakeProvider implements AutoCloseable {

    private final ServerSocket server;
    private final String scheme;
    private final LinkedBlockingDeque<Reply> script = new LinkedBlockingDeque<>();
    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch hangingUp = new CountDownLatch(1);
    private final CountDownLatch hungUpOn = new CountDownLatch(1);

    public FakeProvider(Reply... replies) throws IOException {
        this("http", new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), replies);
    }

    /// One that is reached over TLS.
    public static FakeProvider secure(Identity identity, Reply... replies) throws IOException {
        return new FakeProvider("https", identity.listen(), replies);
    }

    private FakeProvider(String scheme, ServerSocket server, Reply... replies) {
        this.scheme = scheme;
        this.server = server;
        answer(replies);
        Thread.ofVirtual().start(this::accept);
    }

    /// What was asked.
    ///
    /// @param headers by their names, in any case
    public record Request(String line, Map<String, String> headers, String body) {}

    /// What is answered.
    ///
    /// @param ending how the connection is left
    public record Reply(int status, Map<String, String> headers, Bytes body, Ending ending) {

        public static Reply stream(String body) {
            return stream(Bytes.of(body));
        }

        public static Reply stream(Bytes body) {
            return new Reply(200, Map.of("Content-Type", "text/event-stream"), body, Ending.WHOLE);
        }

        public static Reply status(int status, String body) {
            return new Reply(
                    status,
                    Map.of("Content-Type", "application/json"),
                    Bytes.of(body),
                    Ending.WHOLE);
        }

        public Reply ending(Ending other) {
            return new Reply(status, headers, body, other);
        }

        public Reply header(String name, String value) {
            var more = new TreeMap<>(headers);
            more.put(name, value);
            return new Reply(status, more, body, ending);
        }
    }

    public enum Ending {
        /// The response is whole, and the connection may be used again.
        WHOLE,
        /// The connection breaks after the body, in the middle of the response.
        CUT,
        /// The response ends after the body as if it were whole, and so does the connection.
        CLOSED,
        /// Nothing comes after the body, until the client gives up.
        SILENCE,
        /// Not even a status is sent.
        NOTHING
    }

    /// What is answered from now on, in this order; the last one stays.
    public void answer(Reply... replies) {
        script.clear();
        script.addAll(List.of(replies));
    }

    public String url() {
        return scheme + "://127.0.0.1:" + server.getLocalPort();
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /// How many connections there were.
    int connections() {
        return connections.get();
    }

    /// Waits until a body was sent and silence has begun.
    public void awaitSilence() throws InterruptedException {
        hangingUp.await();
    }

    /// Waits until the client has left a silent connection.
    public void awaitGone() throws InterruptedException {
        hungUpOn.await();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            boolean again = true;
            while (again) {
                String first = line(in);
                if (first.isEmpty()) {
                    return;
                }
                requests.add(request(first, in));
                again = answer(socket, in);
            }
        } catch (IOException _) {
            // The client has left; that is its right.
        }
    }

    private static Request request(String first, InputStream in) throws IOException {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                throw new IOException("this is no HTTP");
            }
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
        return new Request(
                first, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n' && next >= 0; next = in.read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    /// Whether the connection may be used again.
    private boolean answer(Socket socket, InputStream in) throws IOException {
        Reply reply = script.size() > 1 ? script.removeFirst() : script.getFirst();
        if (reply.ending() == Ending.NOTHING) {
            hangingUp.countDown();
            waitForEnd(in);
            return false;
        }
        byte[] body = reply.body().toArray();
        var head = new StringBuilder("HTTP/1.1 " + reply.status() + " Whatever\r\n");
        reply.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        boolean chunked = reply.ending() != Ending.CLOSED;
        head.append(chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Connection: close\r\n\r\n");
        OutputStream out = socket.getOutputStream();
        out.write(head.toString().getBytes(StandardCharsets.US_ASCII));
        if (chunked && body.length > 0) {
            out.write((Integer.toHexString(body.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
        }
        out.write(body);
        if (chunked && body.length > 0) {
            out.write("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        if (reply.ending() == Ending.WHOLE) {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        }
        out.flush();
        if (reply.ending() == Ending.SILENCE) {
            hangingUp.countDown();
            waitForEnd(in);
        }
        return reply.ending() == Ending.WHOLE;
    }

    private void waitForEnd(InputStream in) throws IOException {
        try {
            while (in.read() >= 0) {}
        } finally {
            hungUpOn.countDown();
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
