package dev.deft.server.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Objects;

/// Writes to a client in pieces, and knows since when a piece has been waiting for the client to
/// read.
public final class SocketOutput extends OutputStream {

    private static final int PIECE = 16 * 1024;
    private static final long IDLE = Long.MIN_VALUE;

    private final OutputStream out;
    private volatile long since = IDLE;

    public SocketOutput(Socket socket) throws IOException {
        super();
        this.out = socket.getOutputStream();
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        try {
            for (int done = 0; done < length; done += PIECE) {
                since = System.nanoTime();
                out.write(bytes, offset + done, Math.min(PIECE, length - done));
            }
        } finally {
            since = IDLE;
        }
    }

    /// For how long the client has not read, in nanoseconds; 0 if nothing waits for it.
    public long stalled() {
        long began = since;
        return began == IDLE ? 0 : System.nanoTime() - began;
    }
}
