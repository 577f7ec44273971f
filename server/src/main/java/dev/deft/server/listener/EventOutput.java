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

    private static final String DATA = "data: ";

    /// How many characters of a long event are encoded at a time.
    private static final int PIECE = 2 * 1024;

    private final OutputStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile long written = System.nanoTime();

    EventOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void event(String id, String event, String data) throws IOException {
        var head = new StringBuilder(64);
        if (!id.isEmpty()) {
            field(head, "id: ", id);
        }
        if (!event.isEmpty()) {
            field(head, "event: ", event);
        }
        lock.lock();
        try {
            if (data.length() > PIECE && isOneLine(data)) {
                put(head.append(DATA).toString());
                inPieces(data);
                put("\n\n");
            } else {
                field(head, DATA, data);
                put(head.append('\n').toString());
            }
            sent();
        } finally {
            lock.unlock();
        }
    }

    /// Many slow clients of one session would each hold a copy of a long event.
    private void inPieces(String data) throws IOException {
        int from = 0;
        while (from < data.length()) {
            int to = Math.min(data.length(), from + PIECE);
            if (to < data.length() && Character.isHighSurrogate(data.charAt(to - 1))) {
                to--;
            }
            put(data.substring(from, to));
            from = to;
        }
    }

    private void put(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isOneLine(String value) {
        return value.indexOf('\n') < 0 && value.indexOf('\r') < 0;
    }

    /// A line break within a value would begin a field of its own.
    private static void field(StringBuilder text, String name, String value) {
        if (isOneLine(value)) {
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
                out.write(SIGN_OF_LIFE);
                sent();
            } finally {
                lock.unlock();
            }
        }
    }

    boolean isIdle(Duration time) {
        return System.nanoTime() - written >= time.toNanos() && !lock.isLocked();
    }

    private void sent() throws IOException {
        out.flush();
        written = System.nanoTime();
    }
}
