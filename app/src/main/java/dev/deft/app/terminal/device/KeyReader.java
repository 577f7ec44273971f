package dev.deft.app.terminal.device;

import dev.deft.app.terminal.ui.Key;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.Consumer;

/// Reads keys on a thread of its own until the input ends or it is closed.
final class KeyReader implements Runnable {

    private static final int CHUNK = 16 * 1024;
    private static final long POLL_MILLIS = 2;

    /// A terminal that is there returns from an empty read only after a pause.
    private static final Duration IMMEDIATE = Duration.ofMillis(20);

    private static final int EMPTY_READS_AT_END = 3;

    private final InputStream in;
    private final Consumer<Key> keys;
    private final KeyDecoder decoder;

    private boolean paused;
    private boolean reading;
    private boolean closed;

    KeyReader(InputStream in, Consumer<Key> keys, Consumer<WindowSize> sizes) {
        this.in = in;
        this.keys = keys;
        this.decoder = new KeyDecoder(keys, sizes);
    }

    @Override
    public void run() {
        try {
            read();
        } catch (IOException _) {
            // The terminal is gone.
            keys.accept(new Key.Press("eof"));
        } catch (InterruptedException _) {
            // Nobody waits for keys any more.
            Thread.currentThread().interrupt();
        } finally {
            stopReading();
        }
    }

    private void read() throws IOException, InterruptedException {
        var chunk = new byte[CHUNK];
        int empty = 0;
        while (mayRead()) {
            long start = System.nanoTime();
            int count = in.read(chunk);
            boolean immediate = System.nanoTime() - start < IMMEDIATE.toNanos();
            if (count > 0) {
                empty = 0;
                decoder.feed(chunk, count);
                awaitRest(chunk);
            } else if (immediate && ++empty == EMPTY_READS_AT_END) {
                throw new IOException("end of input");
            } else if (!immediate) {
                empty = 0;
            }
            stopReading();
        }
    }

    /// Finishes an incomplete sequence: either the rest comes soon, or there is none.
    private void awaitRest(byte[] chunk) throws IOException, InterruptedException {
        while (decoder.isIncomplete()) {
            long deadline = System.nanoTime() + decoder.timeout().toNanos();
            while (in.available() == 0 && System.nanoTime() < deadline) {
                Thread.sleep(POLL_MILLIS);
            }
            int count = in.available() == 0 ? 0 : in.read(chunk);
            if (count > 0) {
                decoder.feed(chunk, count);
            } else {
                decoder.expire();
            }
        }
    }

    private synchronized boolean mayRead() throws InterruptedException {
        while (paused && !closed) {
            wait();
        }
        reading = !closed;
        return reading;
    }

    private synchronized void stopReading() {
        reading = false;
        notifyAll();
    }

    /// Leaves the input to somebody else. Returns when nothing is read any more.
    synchronized void pause() throws InterruptedException {
        paused = true;
        while (reading) {
            wait();
        }
    }

    synchronized void resume() {
        paused = false;
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
