package dev.deft.server.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;

/// What a client sends, read before a deadline. Not thread-safe.
public final class SocketInput extends InputStream {

    private static final int BUFFER = 8 * 1024;

    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private long deadline = Long.MAX_VALUE;

    /// @param socket on which the time limit is set
    public SocketInput(Socket socket) throws IOException {
        super();
        this.socket = socket;
        this.in = socket.getInputStream();
    }

    /// Sets until when reads may take.
    public void within(Duration time) {
        deadline = System.nanoTime() + time.toNanos();
    }

    /// Gives reads more time.
    void extend(Duration time) {
        deadline += time.toNanos();
    }

    /// Waits for the first byte of the next request.
    ///
    /// @return false if the client closed the connection, or sent nothing in time
    public boolean await() throws IOException {
        try {
            return from < to || fill();
        } catch (SocketTimeoutException _) {
            return false;
        }
    }

    @Override
    public int read() throws IOException {
        return from < to || fill() ? buffer[from++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        if (from == to) {
            if (length >= BUFFER) {
                return readSocket(bytes, offset, length);
            }
            if (!fill()) {
                return -1;
            }
        }
        int count = Math.min(length, to - from);
        System.arraycopy(buffer, from, bytes, offset, count);
        from += count;
        return count;
    }

    private boolean fill() throws IOException {
        int count = readSocket(buffer, 0, BUFFER);
        from = 0;
        to = Math.max(0, count);
        return count > 0;
    }

    private int readSocket(byte[] bytes, int offset, int length) throws IOException {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new SocketTimeoutException("the client is too slow");
        }
        socket.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
        return in.read(bytes, offset, length);
    }
}
