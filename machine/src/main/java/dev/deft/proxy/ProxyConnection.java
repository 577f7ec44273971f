package dev.deft.proxy;

import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Sockets;
import dev.deft.net.HostAccess;
import dev.deft.net.HostGrants;
import dev.deft.proxy.ConnectionListener.Connection;
import dev.deft.proxy.ConnectionListener.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// One client connection of the proxy.
final class ProxyConnection implements Runnable {

    private static final int LONGEST_HEAD = 64 * 1024;
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int CHUNK = 16 * 1024;

    private final int client;
    private final HostGrants grants;
    private final ConnectionListener listener;
    private volatile Socket host = new Socket();
    private boolean closed;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();

    /// @param client its socket, closed at the end
    ProxyConnection(int client, HostGrants grants, ConnectionListener listener) {
        this.client = client;
        this.grants = grants;
        this.listener = listener;
    }

    @Override
    public void run() {
        try {
            serve();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            System.getLogger(ProxyConnection.class.getName())
                    .log(System.Logger.Level.DEBUG, "a proxy connection failed", e);
        } finally {
            close();
        }
    }

    /// After closing, the descriptor may be reused.
    private synchronized void close() {
        end();
        closed = true;
        Sockets.close(client);
    }

    /// Shuts down both sides, so that their threads end.
    synchronized void end() {
        if (closed) {
            return;
        }
        Sockets.shutdown(client);
        try {
            host.close();
        } catch (IOException _) {
            // It was already closed.
        }
    }

    private void serve() throws IOException, InterruptedException {
        byte[] head = head();
        int end = endOfHead(head);
        Optional<ProxyRequest> request =
                end < 0
                        ? Optional.empty()
                        : ProxyRequest.parse(new String(head, 0, end, StandardCharsets.ISO_8859_1));
        if (request.isEmpty()) {
            answer("400 Bad Request", "This proxy supports HTTP requests and CONNECT only.");
            return;
        }
        decide(request.get(), Arrays.copyOfRange(head, end, head.length));
    }

    private void decide(ProxyRequest request, byte[] rest)
            throws IOException, InterruptedException {
        HostGrants.Verdict answer = grants.judge(request.host(), request.port());
        switch (answer) {
            case HostGrants.Verdict.Refused(HostAccess.Refusal why) -> {
                report(request, Outcome.REFUSED, why.reason());
                answer(
                        "403 Forbidden",
                        "%s:%d cannot be reached: %s. %s"
                                .formatted(
                                        request.host(),
                                        request.port(),
                                        why.reason(),
                                        why.advice()));
            }
            case HostGrants.Verdict.Unknown(String reason) -> {
                report(request, Outcome.FAILED, reason);
                answer("502 Bad Gateway", "%s: %s.".formatted(request.host(), reason));
            }
            case HostGrants.Verdict.Granted(List<InetAddress> addresses) ->
                    forward(request, addresses, rest);
        }
    }

    private void forward(ProxyRequest request, List<InetAddress> addresses, byte[] rest)
            throws IOException {
        Optional<String> problem = connect(addresses, request.port());
        if (problem.isPresent()) {
            report(request, Outcome.FAILED, problem.get());
            answer("502 Bad Gateway", "%s: %s.".formatted(request.host(), problem.get()));
            return;
        }
        String address = host.getInetAddress().getHostAddress();
        report(request, Outcome.OPENED, address);
        try {
            OutputStream out = host.getOutputStream();
            if (request.head().isPresent()) {
                out.write(request.head().get().getBytes(StandardCharsets.ISO_8859_1));
            } else {
                send("HTTP/1.1 200 Connection established\r\n\r\n");
            }
            out.write(rest);
            sent.addAndGet(rest.length);
            copyBothWays(out);
        } finally {
            report(request, Outcome.CLOSED, address);
        }
    }

    /// Connects to the first address that accepts.
    ///
    /// @return the error, if all failed
    private Optional<String> connect(List<InetAddress> addresses, int port) {
        String problem = "";
        for (InetAddress address : addresses) {
            try {
                var socket = new Socket();
                host = socket;
                socket.connect(
                        new InetSocketAddress(address, port),
                        Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
                return Optional.empty();
            } catch (IOException e) {
                problem = "connection failed: " + e.getMessage();
            }
        }
        return Optional.of(problem);
    }

    private void copyBothWays(OutputStream out) {
        Thread back = Thread.ofPlatform().daemon().name("proxy answer").start(this::copyToClient);
        try {
            for (byte[] got = read(); got.length > 0; got = read()) {
                out.write(got);
                sent.addAndGet(got.length);
            }
            host.shutdownOutput();
        } catch (IOException _) {
            end();
        }
        join(back);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void copyToClient() {
        try {
            InputStream in = host.getInputStream();
            var buffer = new byte[CHUNK];
            for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                Descriptors.write(client, Arrays.copyOf(buffer, got));
                received.addAndGet(got);
            }
            Sockets.shutdownOutput(client);
        } catch (IOException _) {
            end();
        }
    }

    private byte[] read() throws IOException {
        return Sockets.read(client, CHUNK);
    }

    private byte[] head() throws IOException {
        var head = new ByteArrayOutputStream();
        while (head.size() < LONGEST_HEAD && endOfHead(head.toByteArray()) < 0) {
            boolean silent = Descriptors.poll(REQUEST_TIMEOUT, client)[0] == 0;
            byte[] got = silent ? new byte[0] : read();
            if (got.length == 0) {
                break;
            }
            head.writeBytes(got);
        }
        return head.toByteArray();
    }

    /// The end of the head, or a negative number if it is incomplete.
    private static int endOfHead(byte[] bytes) {
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
        return at < 0 ? at : at + 4;
    }

    private void answer(String status, String text) throws IOException {
        send(
                "HTTP/1.1 %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s\n"
                        .formatted(status, text.length() + 1, text));
    }

    private void send(String text) throws IOException {
        Descriptors.write(client, text.getBytes(StandardCharsets.UTF_8));
    }

    private void report(ProxyRequest request, Outcome outcome, String detail) throws IOException {
        listener.onConnection(
                new Connection(
                        request.host(),
                        request.port(),
                        outcome,
                        detail,
                        sent.get(),
                        received.get()));
    }
}
