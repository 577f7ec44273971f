package dev.deft.net.http;

import dev.deft.host.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/// Reads and writes the frames of HTTP/2.
final class HttpTwoFrames {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RESET = 3;
    static final int SETTINGS = 4;
    static final int PUSH_PROMISE = 5;
    static final int PING = 6;
    static final int GO_AWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    /// The largest frame.
    static final int SIZE = 16 * 1024;

    private static final int END_STREAM = 1;
    private static final int ACKNOWLEDGE = 1;
    private static final int END_HEADERS = 4;
    private static final int PADDED = 8;
    private static final int PRIORITY = 32;

    /// A server that sends more frames in a row that carry nothing wants to keep us busy.
    private static final int MOST_EMPTY = 10_000;

    private final InputStream in;
    private final OutputStream out;
    private int empty;

    HttpTwoFrames(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /// One frame.
    record Frame(int type, int flags, int stream, Bytes payload) {

        boolean ends() {
            return (flags & END_STREAM) != 0;
        }

        boolean acknowledges() {
            return (flags & ACKNOWLEDGE) != 0;
        }

        /// A number of four bytes.
        int number(int at) throws IOException {
            if (payload.size() < at + Integer.BYTES) {
                throw new IOException("the server breaks the rules of HTTP/2");
            }
            return payload.buffer().getInt(at);
        }

        /// The payload without padding and priority.
        byte[] content() throws IOException {
            int from = (flags & PADDED) != 0 ? 1 : 0;
            int padding = from == 0 || payload.size() == 0 ? 0 : payload.at(0) & 255;
            from += type == HEADERS && (flags & PRIORITY) != 0 ? 5 : 0;
            if (payload.size() < from + padding) {
                throw new IOException("the server breaks the rules of HTTP/2");
            }
            return payload.part(from, payload.size() - padding - from).toArray();
        }
    }

    Frame next() throws IOException {
        byte[] head = exactly(9);
        int length = (head[0] & 255) << 16 | (head[1] & 255) << 8 | (head[2] & 255);
        if (length > SIZE) {
            throw new IOException("the server sent a frame that is too long");
        }
        int stream = ByteBuffer.wrap(head).getInt(5) & Integer.MAX_VALUE;
        var frame = new Frame(head[3] & 255, head[4] & 255, stream, Bytes.wrap(exactly(length)));
        boolean carries = frame.type == DATA && frame.content().length > 0;
        empty = carries ? 0 : empty + 1;
        if (empty > MOST_EMPTY) {
            throw new IOException("the server sends frames that carry nothing");
        }
        return frame;
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the server closed the connection before it had answered");
        }
        return bytes;
    }

    /// The header block that a frame begins.
    byte[] block(Frame first, int most) throws IOException {
        var block = new ByteArrayOutputStream();
        block.writeBytes(first.content());
        for (Frame it = first; (it.flags & END_HEADERS) == 0; ) {
            it = next();
            if (it.type != CONTINUATION || it.stream != first.stream) {
                throw new IOException("the server breaks the rules of HTTP/2");
            }
            block.writeBytes(it.payload.toArray());
            if (block.size() > most) {
                throw new IOException(
                        "the headers of the response have more than %d KB".formatted(most / 1024));
            }
        }
        return block.toByteArray();
    }

    void raw(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    void flush() throws IOException {
        out.flush();
    }

    void settings(Map<Integer, Integer> values) throws IOException {
        ByteBuffer payload = ByteBuffer.allocate(6 * values.size());
        new TreeMap<>(values)
                .forEach((name, value) -> payload.putShort(name.shortValue()).putInt(value));
        write(SETTINGS, 0, 0, payload.array());
    }

    void acknowledge() throws IOException {
        write(SETTINGS, ACKNOWLEDGE, 0, new byte[0]);
        flush();
    }

    void pong(byte[] payload) throws IOException {
        write(PING, ACKNOWLEDGE, 0, payload);
        flush();
    }

    void window(int stream, int more) throws IOException {
        write(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(more).array());
    }

    void headers(int stream, byte[] block, boolean last) throws IOException {
        int from = 0;
        do {
            int part = Math.min(SIZE, block.length - from);
            boolean end = from + part == block.length;
            int flags = (end ? END_HEADERS : 0) | (from == 0 && last ? END_STREAM : 0);
            write(
                    from == 0 ? HEADERS : CONTINUATION,
                    flags,
                    stream,
                    Arrays.copyOfRange(block, from, from + part));
            from += part;
        } while (from < block.length);
    }

    void data(int stream, byte[] body, int from, int length, boolean last) throws IOException {
        write(DATA, last ? END_STREAM : 0, stream, Arrays.copyOfRange(body, from, from + length));
        flush();
    }

    private void write(int type, int flags, int stream, byte[] payload) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(9);
        head.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        head.put((byte) type).put((byte) flags).putInt(stream);
        out.write(head.array());
        out.write(payload);
    }
}
