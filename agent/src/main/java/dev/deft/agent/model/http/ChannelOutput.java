package dev.deft.agent.model.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// Joins what is written in memory that the kernel reads from, and keeps that for the next request.
/// The stream of a socket copies there, piece by piece, what was joined before.
final class ChannelOutput extends OutputStream {

    private static final int SIZE = 128 * 1024;

    private final SocketChannel channel;
    private ByteBuffer joined = ByteBuffer.allocate(0);

    ChannelOutput(SocketChannel channel) {
        this.channel = channel;
    }

    /// This, without what a write that failed has left.
    ChannelOutput empty() {
        joined.clear();
        return this;
    }

    @Override
    public void write(int it) throws IOException {
        write(new byte[] {(byte) it}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        if (joined.capacity() == 0) {
            joined = ByteBuffer.allocateDirect(SIZE);
        }
        int end = from + count;
        int at = from;
        while (at < end) {
            if (!joined.hasRemaining()) {
                flush();
            }
            int part = Math.min(joined.remaining(), end - at);
            joined.put(bytes, at, part);
            at += part;
        }
    }

    @Override
    public void flush() throws IOException {
        joined.flip();
        while (joined.hasRemaining()) {
            channel.write(joined);
        }
        joined.clear();
    }
}
