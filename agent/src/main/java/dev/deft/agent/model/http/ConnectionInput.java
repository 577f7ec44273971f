package dev.deft.agent.model.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/// What a server sends, buffered. It may send nothing for a limited time only.
final class ConnectionInput extends InputStream {

    private static final int SIZE = 16 * 1024;
    private static final long MILLI = 1_000_000;

    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[SIZE];
    private int at;
    private int end;
    private Duration idleTimeout = Duration.ZERO;
    private long deadline;
    private boolean limited;
    private boolean heard;

    ConnectionInput(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
    }

    /// Everything from now on must have come by a point in time.
    ///
    /// @param deadline of the clock [System#nanoTime]
    /// @param time how long that is, for the message
    void limit(long deadline, Duration time) {
        this.limited = true;
        this.deadline = deadline;
        this.idleTimeout = time;
    }

    /// From now on, something must come again and again.
    void limitPauses(Duration longest) {
        this.limited = false;
        this.idleTimeout = longest;
    }

    /// Forgets what was heard so far.
    void beginResponse() {
        heard = false;
    }

    /// Whether anything of the response has come.
    boolean heard() {
        return heard;
    }

    /// Waits for the next byte, and leaves it there.
    ///
    /// @return false at the end
    boolean awaitMore() throws IOException {
        return at < end || fill();
    }

    /// How many bytes were received and not read yet.
    int buffered() {
        return end - at;
    }

    /// Whether there are bytes that nobody has asked for.
    boolean hasMore() throws IOException {
        return at < end || in.available() > 0;
    }

    @Override
    public int read() throws IOException {
        if (!awaitMore()) {
            return -1;
        }
        return buffer[at++] & 255;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        if (!awaitMore()) {
            return -1;
        }
        int part = Math.min(most, end - at);
        System.arraycopy(buffer, at, into, from, part);
        at += part;
        return part;
    }

    private boolean fill() throws IOException {
        long left = limited ? (deadline - System.nanoTime()) / MILLI : idleTimeout.toMillis();
        at = 0;
        end = 0;
        if (limited && left <= 0) {
            throw timeout();
        }
        socket.setSoTimeout(Math.clamp(left, 1, Integer.MAX_VALUE));
        try {
            end = Math.max(in.read(buffer, 0, SIZE), 0);
        } catch (SocketTimeoutException _) {
            throw timeout();
        }
        heard |= end > 0;
        return end > 0;
    }

    private SocketTimeoutException timeout() {
        return new SocketTimeoutException("nothing came for " + ErrorMessages.length(idleTimeout));
    }
}
