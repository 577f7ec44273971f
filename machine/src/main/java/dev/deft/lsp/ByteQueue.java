package dev.deft.lsp;

import java.io.IOException;
import java.io.InputStream;

/// The output of a program on its way to a reader. A writer waits while the reader is behind, so
/// that a program that floods us is held back by its own pipe.
final class ByteQueue extends InputStream {

    private static final int CAPACITY = 256 * 1024;

    private final byte[] ring = new byte[CAPACITY];
    private int start;
    private int size;
    private boolean ended;

    /// Adds bytes; drops them once the queue has ended.
    synchronized void put(byte[] bytes, int length) {
        int done = 0;
        while (done < length && awaitRoom()) {
            int at = (start + size) % CAPACITY;
            int part = Math.min(Math.min(length - done, CAPACITY - size), CAPACITY - at);
            System.arraycopy(bytes, done, ring, at, part);
            size += part;
            done += part;
            notifyAll();
        }
    }

    private boolean awaitRoom() {
        while (size == CAPACITY && !ended) {
            try {
                wait();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return !ended;
    }

    /// Ends the queue: writers no longer wait, and the reader gets what is left.
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
        while (size == 0 && !ended) {
            try {
                wait();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new IOException("the reader was interrupted");
            }
        }
        if (size == 0) {
            return -1;
        }
        int part = Math.min(Math.min(length, size), CAPACITY - start);
        System.arraycopy(ring, start, bytes, offset, part);
        start = (start + part) % CAPACITY;
        size -= part;
        notifyAll();
        return part;
    }
}
