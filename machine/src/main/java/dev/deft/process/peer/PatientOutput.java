package dev.deft.process.peer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/// Writes on a thread of its own, so that a program that does not read cannot block the writer.
final class PatientOutput extends OutputStream {

    private static final long MOST_BYTES = 64L * 1024 * 1024;

    private final OutputStream out;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private long bytes;
    private boolean closed;
    private boolean broken;

    PatientOutput(OutputStream out) {
        this.out = out;
        Thread.ofVirtual().name("peer-input").start(this::writeAll);
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value});
    }

    @Override
    public synchronized void write(byte[] from, int offset, int length) throws IOException {
        if (closed || broken) {
            throw new IOException("The program does not read its input any more.");
        }
        if (bytes + length > MOST_BYTES) {
            throw new IOException("The program does not read its input.");
        }
        waiting.add(Arrays.copyOfRange(from, offset, offset + length));
        bytes += length;
        notifyAll();
    }

    private void writeAll() {
        try (out) {
            for (byte[] next = take(); next.length > 0; next = take()) {
                out.write(next);
                out.flush();
                written(next.length);
            }
        } catch (IOException | InterruptedException _) {
            fail();
        }
    }

    /// The next bytes; empty at the end.
    private synchronized byte[] take() throws InterruptedException {
        while (waiting.isEmpty() && !closed) {
            wait();
        }
        byte[] next = waiting.poll();
        return next == null ? new byte[0] : next.length == 0 ? take() : next;
    }

    private synchronized void written(int length) {
        bytes -= length;
    }

    private synchronized void fail() {
        broken = true;
        waiting.clear();
        bytes = 0;
    }

    /// What was written before is still passed on.
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
