package dev.deft.server.wire;

import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The body of a request, never more than is allowed, within a time that grows with what has
/// arrived: a client that sends one byte a second is not waited for.
public final class IncomingBody extends InputStream {

    /// What is done before the first byte is read.
    interface BeforeFirst {

        void run() throws IOException;
    }

    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,15}");
    private static final Pattern CHUNK = Pattern.compile("[0-9A-Fa-f]{1,8}");
    private static final int CHUNK_LINE = 256;
    private static final int TRAILERS = 8 * 1024;

    /// For so many bytes, a client gets one more second.
    private static final int BYTES_A_SECOND = 32 * 1024;

    private final SocketInput in;
    private final boolean chunked;
    private final long declared;
    private final BeforeFirst beforeFirst;
    private boolean begun;
    private boolean ended;
    private long most = Long.MAX_VALUE;
    private Duration time = Duration.ofSeconds(20);
    private long left;
    private long total;
    private long paid;

    private IncomingBody(SocketInput in, boolean chunked, long declared, BeforeFirst beforeFirst) {
        super();
        this.in = in;
        this.chunked = chunked;
        this.declared = declared;
        this.left = chunked ? 0 : declared;
        this.ended = !chunked && declared == 0;
        this.beforeFirst = beforeFirst;
    }

    /// The body that belongs to a head.
    ///
    /// @param beforeFirst tells a client that waits for it to go on
    /// @throws ProblemException if it is not clear where the body ends
    static IncomingBody of(IncomingHead head, SocketInput in, BeforeFirst beforeFirst)
            throws ProblemException {
        var encoding = head.first("transfer-encoding");
        var length = head.first("content-length");
        if (encoding.isPresent()) {
            if (length.isPresent()
                    || !head.latest()
                    || !encoding.get().equalsIgnoreCase("chunked")) {
                throw Problem.badRequest(
                                "The body must have a Content-Length, or be sent in chunks with Transfer-Encoding: chunked.")
                        .exception();
            }
            return new IncomingBody(in, true, 0, beforeFirst);
        }
        if (length.isPresent() && !LENGTH.matcher(length.get()).matches()) {
            throw Problem.badRequest("The Content-Length is not a length.").exception();
        }
        long declared = length.isPresent() ? Long.parseLong(length.get()) : 0;
        return new IncomingBody(in, false, declared, beforeFirst);
    }

    /// Sets the limits; called before the first read.
    ///
    /// @throws ProblemException if the client declared more
    public void limit(long bytes, Duration toBegin) throws ProblemException {
        most = bytes;
        time = toBegin;
        if (declared > most) {
            throw tooLarge();
        }
    }

    private ProblemException tooLarge() {
        return Problem.of(
                        413,
                        "too_large",
                        "The body of this request may have at most %d bytes.".formatted(most))
                .exception();
    }

    /// How many bytes there are, if the client said so.
    public OptionalLong declared() {
        return chunked ? OptionalLong.empty() : OptionalLong.of(declared);
    }

    /// Whether all of it has been read, so that the next request can follow.
    boolean isRead() {
        return ended;
    }

    /// Whether there is none.
    public boolean isEmpty() {
        return !chunked && declared == 0;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (ended) {
            return -1;
        }
        try {
            return readSome(bytes, offset, length);
        } catch (SocketTimeoutException _) {
            throw Problem.of(408, "timeout", "The body did not arrive in time.").exception();
        }
    }

    private int readSome(byte[] bytes, int offset, int length) throws IOException {
        begin();
        if (chunked && left == 0 && !nextChunk()) {
            return -1;
        }
        int count = in.read(bytes, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new EOFException("the client closed the connection within a body");
        }
        left -= count;
        counted(count);
        if (left == 0) {
            if (chunked) {
                endOfChunk();
            } else {
                ended = true;
            }
        }
        return count;
    }

    private void begin() throws IOException {
        if (!begun) {
            begun = true;
            in.within(time);
            beforeFirst.run();
        }
    }

    private void counted(int count) throws ProblemException {
        total += count;
        if (total > most) {
            throw tooLarge();
        }
        long seconds = total / BYTES_A_SECOND - paid;
        if (seconds > 0) {
            paid += seconds;
            in.extend(Duration.ofSeconds(seconds));
        }
    }

    private boolean nextChunk() throws IOException {
        String size = chunkLine(CHUNK_LINE);
        int end = size.indexOf(';');
        String digits = (end < 0 ? size : size.substring(0, end)).strip();
        if (!CHUNK.matcher(digits).matches()) {
            throw Problem.badRequest("A chunk of the body has no size.").exception();
        }
        left = Long.parseLong(digits, 16);
        if (total + left > most) {
            throw tooLarge();
        }
        if (left == 0) {
            skipTrailers();
            ended = true;
        }
        return left > 0;
    }

    private void endOfChunk() throws IOException {
        if (!chunkLine(CHUNK_LINE).isEmpty()) {
            throw Problem.badRequest("A chunk of the body is longer than its size.").exception();
        }
    }

    private void skipTrailers() throws IOException {
        int most = TRAILERS;
        for (String line = chunkLine(most); !line.isEmpty(); line = chunkLine(most)) {
            most -= line.length() + 2;
        }
    }

    private String chunkLine(int longest) throws IOException {
        var line = new StringBuilder();
        while (line.length() < longest) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the client closed the connection within a body");
            }
            if (next == '\r') {
                if (in.read() != '\n') {
                    break;
                }
                return line.toString();
            }
            if (next < ' ' && next != '\t') {
                break;
            }
            line.append((char) next);
        }
        throw Problem.badRequest("The chunks of the body are not well formed.").exception();
    }
}
