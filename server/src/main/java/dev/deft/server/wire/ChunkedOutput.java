package dev.deft.server.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// A body whose length is not known before, in chunks. Each flush sends one.
final class ChunkedOutput extends OutputStream {

    private static final int BUFFER = 8 * 1024;
    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] END = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private byte[] buffer = new byte[256];
    private int used;
    private boolean closed;

    ChunkedOutput(OutputStream out) {
        super();
        this.out = out;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (closed) {
            throw new IOException("the response has ended");
        }
        if (length >= BUFFER) {
            flush();
            send(bytes, offset, length);
            return;
        }
        if (used + length > BUFFER) {
            flush();
        }
        grow(used + length);
        System.arraycopy(bytes, offset, buffer, used, length);
        used += length;
    }

    /// Idle streams of events need only a small buffer.
    private void grow(int needed) {
        if (needed > buffer.length) {
            byte[] larger = new byte[Math.max(needed, Math.min(BUFFER, 2 * buffer.length))];
            System.arraycopy(buffer, 0, larger, 0, used);
            buffer = larger;
        }
    }

    @Override
    public void flush() throws IOException {
        if (used > 0) {
            int count = used;
            used = 0;
            send(buffer, 0, count);
        }
    }

    /// Sends a chunk by one write.
    private void send(byte[] bytes, int offset, int length) throws IOException {
        byte[] size = (Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] chunk = new byte[size.length + length + LINE_END.length];
        System.arraycopy(size, 0, chunk, 0, size.length);
        System.arraycopy(bytes, offset, chunk, size.length, length);
        System.arraycopy(LINE_END, 0, chunk, size.length + length, LINE_END.length);
        out.write(chunk);
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            flush();
            closed = true;
            out.write(END);
        }
    }
}
