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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A proxy on the loopback that takes whoever is asked for to be one server there.
public final class FakeProxy implements AutoCloseable {

    private static final String TUNNEL = "HTTP/1.1 200 Here you are\r\n\r\n";

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> heads = Collections.synchronizedList(new ArrayList<>());
    private final int target;
    private final String refusal;

    /// Passes everything on.
    ///
    /// @param url of the server it goes to
    public FakeProxy(String url) throws IOException {
        this(url, "");
    }

    /// Refuses everything.
    ///
    /// @param refusal what is answered instead of passing anything on, such as `403 No`
    public FakeProxy(String url, String refusal) throws IOException {
        this.target = Integer.parseInt(url.substring(url.lastIndexOf(':') + 1));
        this.refusal = refusal;
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    /// The first line and the headers of each connection's first request.
    public List<String> heads() {
        return List.copyOf(heads);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                var there = new Socket(InetAddress.getLoopbackAddress(), target)) {
            var in = new BufferedInputStream(client.getInputStream());
            String head = head(in);
            heads.add(head);
            if (!refusal.isEmpty()) {
                write(
                        client.getOutputStream(),
                        "HTTP/1.1 " + refusal + "\r\nContent-Length: 0\r\n\r\n");
                return;
            }
            boolean tunnel = head.startsWith("CONNECT ");
            write(
                    tunnel ? client.getOutputStream() : there.getOutputStream(),
                    tunnel ? TUNNEL : head);
            Thread back = Thread.ofVirtual().start(() -> pass(there, client));
            pass(in, there);
            back.join();
        } catch (IOException _) {
            // One of the two has left.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("half a head");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static void pass(Socket from, Socket to) {
        try {
            pass(from.getInputStream(), to);
        } catch (IOException _) {
            // It has left before anything could be passed on.
        }
    }

    private static void pass(InputStream in, Socket to) {
        try {
            in.transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException _) {
            // One of the two has left, and the other one notices.
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
