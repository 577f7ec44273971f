package dev.deft.acp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// One direction of a connection inside the test, with everything that went through it. Unlike a
/// socket it does not break when a thread that writes is interrupted.
final class ReceivedMessages {

    private static final byte[] END = new byte[0];

    private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private byte[] current = END;
    private int at;
    private boolean ended;

    /// All complete lines so far.
    List<String> lines() {
        return List.copyOf(lines);
    }

    /// Waits for a line that contains a text.
    String await(String text, Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        synchronized (lines) {
            while (true) {
                for (String it : lines) {
                    if (it.contains(text)) {
                        return it;
                    }
                }
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError("no line with " + text + " in " + lines);
                }
                TimeUnit.NANOSECONDS.timedWait(lines, left);
            }
        }
    }

    OutputStream out() {
        return new OutputStream() {
            @Override
            public void write(int one) {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public synchronized void write(byte[] bytes, int from, int length) {
                for (int i = from; i < from + length; i++) {
                    if (bytes[i] == '\n') {
                        synchronized (lines) {
                            lines.add(line.toString(StandardCharsets.UTF_8));
                            lines.notifyAll();
                        }
                        line.reset();
                    } else {
                        line.write(bytes[i]);
                    }
                }
                if (length > 0) {
                    chunks.add(Arrays.copyOfRange(bytes, from, from + length));
                }
            }

            @Override
            public void close() {
                chunks.add(END);
            }
        };
    }

    InputStream in() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                if (at == current.length && !ended) {
                    try {
                        current = chunks.take();
                    } catch (InterruptedException _) {
                        throw new InterruptedIOException();
                    }
                    at = 0;
                    ended = current.length == 0;
                }
                if (ended) {
                    return -1;
                }
                int count = Math.min(length, current.length - at);
                System.arraycopy(current, at, into, from, count);
                at += count;
                return count;
            }
        };
    }
}
