package dev.deft.mcp.oauth;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Waits on this machine for the browser that comes back from a sign-in.
///
/// Every page that the person has open can send requests here. Those without the right state get an
/// error, and the wait goes on.
final class LoopbackListener implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final String PATH = "/callback";
    private static final int MAX_HEAD = 16 * 1024;
    private static final int MOST_AT_ONCE = 16;
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);

    private final ServerSocket socket;
    private final Semaphore connections = new Semaphore(MOST_AT_ONCE);
    private final BlockingQueue<Map<String, String>> answers = new ArrayBlockingQueue<>(1);
    private final Thread accepting;
    private volatile Optional<String> state = Optional.empty();

    private LoopbackListener(ServerSocket socket) {
        this.socket = socket;
        this.accepting = Thread.ofVirtual().name("sign-in listener").unstarted(this::accept);
    }

    /// Listens on a port.
    ///
    /// @param port 0 for any free one
    static LoopbackListener open(int port) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(HOST), port), MOST_AT_ONCE);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        var listener = new LoopbackListener(socket);
        listener.accepting.start();
        return listener;
    }

    /// The address that the browser is sent back to.
    String redirect() {
        return "http://%s:%d%s".formatted(HOST, socket.getLocalPort(), PATH);
    }

    /// Accepts answers with this state from now on.
    void expect(String expected) {
        state = Optional.of(expected);
    }

    /// Waits for the answer.
    ///
    /// @return its parameters; empty if none came in time
    Optional<Map<String, String>> await(Duration timeout) throws InterruptedException {
        return Optional.ofNullable(answers.poll(timeout.toNanos(), TimeUnit.NANOSECONDS));
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                if (connections.tryAcquire()) {
                    Thread.ofVirtual().name("sign-in answer").start(() -> serve(connection));
                } else {
                    connection.close();
                }
            } catch (IOException _) {
                // Closed, or a connection that ended before it began.
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setSoTimeout(Math.toIntExact(READ_TIMEOUT.toMillis()));
            Page page = page(head(connection.getInputStream()));
            show(page, connection);
        } catch (IOException _) {
            // The browser went away; it may come again.
        } finally {
            connections.release();
        }
    }

    /// The answer counts also if the browser does not wait for its page, but it gets the page
    /// first: the program may end right after the answer.
    private void show(Page page, Socket connection) throws IOException {
        try {
            connection.getOutputStream().write(page.bytes());
            connection.getOutputStream().flush();
        } finally {
            page.answer().ifPresent(answers::offer);
        }
    }

    private static String head(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        int last = 0;
        while (head.size() < MAX_HEAD) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.write(next);
            last = (last << 8) | next;
            if (last == 0x0d0a0d0a) {
                break;
            }
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private Page page(String head) {
        String line = head.lines().findFirst().orElse("");
        String[] words = line.split(" ", -1);
        if (words.length != 3 || !words[0].equals("GET") || !hasOwnHost(head)) {
            return Page.of(400, "This is not what was expected.");
        }
        int query = words[1].indexOf('?');
        if (query < 0 || !words[1].substring(0, query).equals(PATH)) {
            return Page.of(404, "There is nothing here.");
        }
        Optional<Map<String, String>> fields = FormText.read(words[1].substring(query + 1));
        if (fields.isEmpty() || !hasState(fields.get())) {
            return Page.of(400, "This answer belongs to no sign-in that is going on.");
        }
        return new Page(
                200,
                fields.get().containsKey("code")
                        ? "Deft has the answer. You can close this window."
                        : "The sign-in did not succeed. Deft says why.",
                fields);
    }

    /// A page of another host that leads here must not answer.
    private boolean hasOwnHost(String head) {
        String own = HOST + ":" + socket.getLocalPort();
        return head.lines()
                .skip(1)
                .anyMatch(it ->
                        it.regionMatches(true, 0, "host:", 0, 5)
                                && it.substring(5).strip().equals(own));
    }

    private boolean hasState(Map<String, String> fields) {
        String found = fields.getOrDefault("state", "");
        return state.filter(it ->
                        MessageDigest.isEqual(
                                it.getBytes(StandardCharsets.UTF_8),
                                found.getBytes(StandardCharsets.UTF_8)))
                .isPresent();
    }

    /// Waits for the thread that accepts connections, since the port is free only after its end.
    @Override
    public void close() {
        try {
            socket.close();
            accepting.join();
        } catch (IOException _) {
            // Nothing listens any longer.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// What the browser shows. It holds no foreign text.
    ///
    /// @param answer what the page was asked for with, if it is the one that is waited for
    private record Page(int status, String text, Optional<Map<String, String>> answer) {

        static Page of(int status, String text) {
            return new Page(status, text, Optional.empty());
        }

        byte[] bytes() {
            String html =
                    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Deft</title><p>%s</p></html>\n"
                            .formatted(text);
            String head =
                    """
                    HTTP/1.1 %d %s
                    Content-Type: text/html; charset=utf-8
                    Content-Length: %d
                    Content-Security-Policy: default-src 'none'
                    Referrer-Policy: no-referrer
                    Cache-Control: no-store
                    Connection: close

                    """
                            .formatted(
                                    status,
                                    status == 200 ? "OK" : "Refused",
                                    html.getBytes(StandardCharsets.UTF_8).length)
                            .replace("\n", "\r\n");
            return (head + html).getBytes(StandardCharsets.UTF_8);
        }
    }
}
