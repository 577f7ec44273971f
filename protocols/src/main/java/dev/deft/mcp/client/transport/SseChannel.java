package dev.deft.mcp.client.transport;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.rpc.RpcConnection;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcRules;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/// A server behind the HTTP transport of 2024: one stream of events carries everything it says, and
/// its first event names the address that takes messages.
public final class SseChannel implements McpChannel {

    private final HttpLine line;
    private final ServerVoices voices;
    private final RpcConnection connection;

    private SseChannel(HttpLine line, Spoken in, Posted out, RpcHandler always) {
        this.line = line;
        this.voices = new ServerVoices(always, () -> {});
        this.connection =
                RpcConnection.open(
                        in,
                        out,
                        RpcRules.mcpClient().withMaxFrameBytes(StdioChannel.MAX_MESSAGE_BYTES),
                        voices);
    }

    /// Opens the stream and waits for the address.
    ///
    /// @param always takes what belongs to no request, and is told of the end
    /// @throws IOException if the server does not speak this transport
    public static SseChannel open(HttpLine line, RpcHandler always)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> response = line.listen(Map.of());
        if (response.statusCode() != 200 || !HttpLine.isStream(response)) {
            throw HttpLine.status(response.statusCode(), HttpLine.errorText(response));
        }
        try {
            var events = new EventStream(response.body(), StdioChannel.MAX_MESSAGE_BYTES);
            URI to = endpoint(line.address(), events);
            return new SseChannel(
                    line, new Spoken(line, response.body(), events), new Posted(line, to), always);
        } catch (IOException e) {
            response.body().close();
            throw e;
        }
    }

    /// The address must be of the same server: headers and tokens are sent to it.
    private static URI endpoint(URI base, EventStream events) throws IOException {
        Optional<EventStream.Event> first = events.next();
        if (first.isEmpty() || !first.get().name().equals("endpoint")) {
            throw new IOException("The server did not say where messages go.");
        }
        URI to;
        try {
            to = base.resolve(first.get().data().strip());
        } catch (IllegalArgumentException e) {
            throw new IOException("The server named an address that is none.", e);
        }
        if (!base.getScheme().equals(to.getScheme())
                || !base.getRawAuthority().equals(to.getRawAuthority())) {
            throw new IOException("The server named an address of another server.");
        }
        return to;
    }

    @Override
    public Json request(McpRequest request, RpcHandler meanwhile)
            throws RpcException, IOException, InterruptedException {
        return voices.during(request, connection, meanwhile);
    }

    @Override
    public void sendNotification(String method, Json.Obj params) throws IOException {
        connection.sendNotification(method, params);
    }

    @Override
    public void agreed(Revision revision) {}

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public String lastWords() {
        return "";
    }

    @Override
    public void close() {
        try (line) {
            connection.close();
        } catch (IOException _) {
            // The stream is broken already.
        }
    }

    /// The messages of the server, each as a line.
    private static final class Spoken extends InputStream {

        private final HttpLine line;
        private final InputStream body;
        private final EventStream events;
        private byte[] current = new byte[0];
        private int at;

        Spoken(HttpLine line, InputStream body, EventStream events) {
            this.line = line;
            this.body = body;
            this.events = events;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            while (at == current.length) {
                Optional<EventStream.Event> next = events.next();
                if (next.isEmpty()) {
                    return -1;
                }
                // A line break in JSON is never part of a value.
                String message = line.masked(next.get().data().replace('\n', ' '));
                current = (message + "\n").getBytes(StandardCharsets.UTF_8);
                at = 0;
            }
            int count = Math.min(length, current.length - at);
            System.arraycopy(current, at, to, offset, count);
            at += count;
            return count;
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    /// Posts what was written at each flush.
    private static final class Posted extends OutputStream {

        private final HttpLine line;
        private final URI to;
        private final ByteArrayOutputStream message = new ByteArrayOutputStream();

        Posted(HttpLine line, URI to) {
            this.line = line;
            this.to = to;
        }

        @Override
        public void write(int value) {
            message.write(value);
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            message.write(from, offset, length);
        }

        @Override
        public void flush() throws IOException {
            if (message.size() == 0) {
                return;
            }
            String text = message.toString(StandardCharsets.UTF_8).strip();
            message.reset();
            try {
                HttpResponse<InputStream> response = line.post(to, text, Map.of());
                if (response.statusCode() / 100 != 2) {
                    throw HttpLine.status(response.statusCode(), HttpLine.errorText(response));
                }
                response.body().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                var stopped = new InterruptedIOException("The request was interrupted.");
                stopped.initCause(e);
                throw stopped;
            }
        }
    }
}
