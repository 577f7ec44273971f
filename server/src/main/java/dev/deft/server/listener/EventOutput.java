package dev.deft.server.listener;

import dev.deft.server.http.ApiResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/// Writes server-sent events to one client, and comments when there are none for a while. Nothing
/// is buffered here: a source waits while the client does not read, until the connection is given
/// up.
final class EventOutput implements ApiResponse.EventWriter {

    private static final byte[] SIGN_OF_LIFE = ":\n\n".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile long written = System.nanoTime();

    EventOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void event(String id, String event, String data) throws IOException {
        var text = new StringBuilder(data.length() + 64);
        if (!id.isEmpty()) {
            field(text, "id: ", id);
        }
        if (!event.isEmpty()) {
            field(text, "event: ", event);
        }
        field(text, "data: ", data);
        write(text.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }

    /// A line break within a value would begin a field of its own.
    private static void field(StringBuilder text, String name, String value) {
        if (value.indexOf('\n') < 0 && value.indexOf('\r') < 0) {
            text.append(name).append(value).append('\n');
            return;
        }
        for (String line : value.split("\r\n|\r|\n", -1)) {
            text.append(name).append(line).append('\n');
        }
    }

    /// Tells the client that the stream lives, unless events do.
    void beat(Duration after) throws IOException {
        if (isIdle(after) && lock.tryLock()) {
            try {
                send(SIGN_OF_LIFE);
            } finally {
                lock.unlock();
            }
        }
    }

    boolean isIdle(Duration time) {
        return System.nanoTime() - written >= time.toNanos() && !lock.isLocked();
    }

    private void write(byte[] bytes) throws IOException {
        lock.lock();
        try {
            send(bytes);
        } finally {
            lock.unlock();
        }
    }

    private void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        written = System.nanoTime();
    }
}
