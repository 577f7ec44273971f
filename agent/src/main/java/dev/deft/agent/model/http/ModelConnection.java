package dev.deft.agent.model.http;

import dev.deft.host.Bytes;
import dev.deft.host.HttpUrl;
import dev.deft.net.http.FramedBody;
import dev.deft.net.http.HeadReader;
import dev.deft.net.http.HttpOne;
import dev.deft.net.http.HttpTwo;
import dev.deft.net.http.RequestHead;
import dev.deft.net.http.ResponseHead;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import jdk.net.ExtendedSocketOptions;

/// An open connection to a model server, for one request at a time.
///
/// Everything happens on the thread that asks. Whoever interrupts it, or closes the connection,
/// ends a read or a write that waits: the socket is that of a channel.
final class ModelConnection implements AutoCloseable {

    /// How long a response that was left before its end may take to end. Longer than that, a new
    /// connection is cheaper.
    private static final Duration GRACE = Duration.ofMillis(250);

    /// Parts are joined up to this size, so that not each of them is a packet of its own.
    private static final int JOINED_BYTES = 32 * 1024;

    /// The kernel takes at least as much without a reader at the other side.
    private static final int UNWATCHED_BYTES = 32 * 1024;

    private static final int CHUNK = 16 * 1024;

    /// The end of a response in chunks.
    private static final int SHORTEST_END = "0\r\n\r\n".length();

    private final SocketChannel channel;
    private final Kind kind;
    private final ConnectionInput in;
    private final OutputStream out;
    private final ChannelOutput direct;
    private final byte[] chunk = new byte[CHUNK];
    private final WriteTimeout watch = new WriteTimeout(this);
    private InputStream body = InputStream.nullInputStream();
    private boolean persistent = true;
    private boolean reused;
    private long idleSince;

    /// @param socket of the channel, or the TLS socket over it
    ModelConnection(SocketChannel channel, Socket socket, Kind kind) throws IOException {
        this.channel = channel;
        this.kind = kind;
        this.in = new ConnectionInput(socket);
        this.out = socket.getOutputStream();
        this.direct = new ChannelOutput(channel);
    }

    enum Kind {
        /// HTTP/1.1 without TLS.
        PLAIN,
        /// HTTP/1.1 without TLS, to a proxy that passes requests on.
        PROXIED,
        /// HTTP/1.1 over TLS.
        SECURE,
        /// HTTP/2 over TLS, for one request.
        HTTP_TWO
    }

    /// Sends a request and reads the head of the response.
    ///
    /// @param deadline for the head, of the clock [System#nanoTime]
    /// @param idleTimeout how long that is, and how long the body may pause
    /// @param sent is told when the server has the request
    ResponseHead exchange(
            OutgoingRequest request, long deadline, Duration idleTimeout, Runnable sent)
            throws IOException {
        in.limit(deadline, idleTimeout);
        in.beginResponse();
        ResponseHead head;
        if (kind == Kind.HTTP_TWO) {
            HttpOne.Answer answer = exchangeHttpTwo(request);
            sent.run();
            head = answer.head();
            body = answer.body();
        } else {
            send(request, deadline, idleTimeout);
            sent.run();
            head = new HeadReader(in).read();
            body = FramedBody.of(request.method(), head, in);
        }
        persistent = head.persistent();
        in.limitPauses(idleTimeout);
        return head;
    }

    private void send(OutgoingRequest request, long deadline, Duration idleTimeout)
            throws IOException {
        if (request.body().length() <= UNWATCHED_BYTES) {
            write(request);
            return;
        }
        watch.begin(deadline);
        try {
            write(request);
        } catch (IOException e) {
            if (watch.expired()) {
                throw new SocketTimeoutException(
                        "nothing came for " + ErrorMessages.length(idleTimeout));
            }
            throw e;
        } finally {
            watch.end();
        }
    }

    /// A server may answer and close the connection before it has read the whole body.
    private void write(OutgoingRequest request) throws IOException {
        byte[] head = request.head(kind == Kind.PROXIED);
        try {
            OutputStream joined =
                    isPlain() ? direct.empty() : new BufferedOutputStream(out, JOINED_BYTES);
            joined.write(head);
            for (byte[] part : request.body().parts()) {
                joined.write(part);
            }
            joined.flush();
        } catch (IOException e) {
            if (!channel.isOpen() || !in.awaitMore()) {
                throw e;
            }
        }
    }

    private boolean isPlain() {
        return kind == Kind.PLAIN || kind == Kind.PROXIED;
    }

    private HttpOne.Answer exchangeHttpTwo(OutgoingRequest request) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue());
        }
        Optional<Bytes> content =
                request.method().equals("POST")
                        ? Optional.of(Bytes.wrap(request.body().bytes()))
                        : Optional.empty();
        var head = new RequestHead(request.method(), headers, content);
        return HttpTwo.exchange(head, HttpUrl.of(request.address()), in, out);
    }

    /// Memory to read into, kept for the next response.
    byte[] chunk() {
        return chunk;
    }

    /// Reads from the body of the response.
    ///
    /// @return how many bytes; -1 at the end
    int read(byte[] into) throws IOException {
        int got = body.read(into, 0, into.length);
        if (got < 0 && !isOver()) {
            persistent = false;
        }
        return got;
    }

    /// Whether the next response would begin behind the last one.
    private boolean isOver() {
        return !(body instanceof FramedBody framed) || framed.isAtEnd();
    }

    /// Whether the server takes another request on it.
    boolean isPersistent() {
        return persistent;
    }

    /// Keeps it for another request.
    void rest() {
        reused = true;
        idleSince = System.nanoTime();
        if (!isOver() && in.buffered() < SHORTEST_END) {
            acknowledge();
        }
    }

    /// A server without `TCP_NODELAY` holds the end of its response back until we have acknowledged
    /// what came before, and the kernel takes its time for that: it hopes for something to send
    /// with it. Asked to be quick, it acknowledges at once.
    private void acknowledge() {
        try {
            if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK)) {
                channel.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
            }
        } catch (IOException _) {
            // The next request waits for the end.
        }
    }

    /// Whether it had rested before the last request.
    boolean reused() {
        return reused;
    }

    /// Whether anything came of the response to the last request.
    boolean heard() {
        return in.heard();
    }

    boolean restsLongerThan(Duration time) {
        return System.nanoTime() - idleSince > time.toNanos();
    }

    /// Whether another request could follow now: the previous response is over, and the server has
    /// neither left nor sent what nobody asked for.
    boolean isReady() {
        try {
            return persistent && isDrained() && isSilent();
        } catch (IOException _) {
            return false;
        }
    }

    private boolean isDrained() throws IOException {
        if (!isOver()) {
            in.limit(System.nanoTime() + GRACE.toNanos(), GRACE);
            var rest = new byte[1024];
            int got = 0;
            while (got >= 0) {
                got = body.read(rest, 0, rest.length);
            }
        }
        return isOver();
    }

    /// A connection that was left is noticed by reading. TLS has messages of its own that may wait.
    private boolean isSilent() throws IOException {
        if (!isPlain()) {
            return !in.hasMore();
        }
        if (in.buffered() > 0) {
            return false;
        }
        channel.configureBlocking(false);
        int got = channel.read(ByteBuffer.allocate(1));
        channel.configureBlocking(true);
        return got == 0;
    }

    /// Ends what waits for it. No message of TLS says goodbye: it could wait for the server.
    @Override
    public void close() {
        watch.stop();
        try {
            channel.close();
        } catch (IOException _) {
            // Nobody reads from it any longer.
        }
    }
}
