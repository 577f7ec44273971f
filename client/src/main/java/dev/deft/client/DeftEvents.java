package dev.deft.client;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// Events as they happen. When the connection is lost, it is made again, and goes on after the last
/// event; nothing is lost or doubled. One thread reads; any thread may close.
public final class DeftEvents implements AutoCloseable {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final int UNAVAILABLE = 503;
    private static final int TOO_MANY = 429;

    private final ApiConnection connection;
    private final String path;
    private final Query query;
    private Optional<String> last;
    private Optional<Open> open = Optional.empty();
    private Duration pause = FIRST_PAUSE;
    private volatile boolean closed;

    DeftEvents(ApiConnection connection, String path, Query query, Optional<String> last) {
        this.connection = connection;
        this.path = path;
        this.query = query;
        this.last = last;
    }

    /// Waits for the next event.
    ///
    /// @return empty if the stream was closed
    /// @throws DeftProblemException if the server refuses the stream, for example because the token
    ///   was revoked
    /// @throws InterruptedException if the thread was interrupted
    public Optional<DeftEvent> next() throws IOException, InterruptedException {
        while (!closed) {
            try {
                Optional<DeftEvent> event = read(lines());
                if (event.isPresent()) {
                    last = event.map(DeftEvent::id).filter(it -> !it.isEmpty()).or(() -> last);
                    pause = FIRST_PAUSE;
                    return event;
                }
            } catch (DeftProblemException e) {
                if (e.status() != UNAVAILABLE && e.status() != TOO_MANY) {
                    throw e;
                }
            } catch (IOException _) {
                // The connection was lost; it is made again below.
            }
            drop();
            if (!closed) {
                Thread.sleep(pause);
                pause = pause.multipliedBy(2);
                pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
            }
        }
        return Optional.empty();
    }

    /// A connection that is open.
    ///
    /// @param bytes closed to end it, since a reader cannot be closed while it reads
    private record Open(InputStream bytes, BufferedReader lines) {

        static Open of(InputStream bytes) {
            return new Open(
                    bytes,
                    new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8)));
        }
    }

    private BufferedReader lines() throws IOException, InterruptedException {
        synchronized (this) {
            if (open.isPresent()) {
                return open.get().lines();
            }
        }
        Open opened = Open.of(connection.events(path, query, last));
        synchronized (this) {
            open = Optional.of(opened);
        }
        if (closed) {
            drop();
        }
        return opened.lines();
    }

    /// Reads one event.
    ///
    /// @return empty at the end of the connection; a part of an event is dropped
    private static Optional<DeftEvent> read(BufferedReader in) throws IOException {
        String id = "";
        String type = "message";
        var data = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isEmpty()) {
                if (!data.isEmpty()) {
                    return Optional.of(new DeftEvent(id, type, object(data.toString())));
                }
                type = "message";
            } else if (line.startsWith("data:")) {
                data.append(data.isEmpty() ? "" : "\n").append(value(line));
            } else if (line.startsWith("event:")) {
                type = value(line);
            } else if (line.startsWith("id:")) {
                id = value(line);
            }
        }
        return Optional.empty();
    }

    private static String value(String line) {
        String value = line.substring(line.indexOf(':') + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }

    private static Json.Obj object(String data) throws IOException {
        try {
            return JsonText.parseObject(data);
        } catch (JsonSyntaxException e) {
            throw new IOException("The server sent an event that is no JSON.", e);
        }
    }

    private void drop() throws IOException {
        Optional<Open> dropped;
        synchronized (this) {
            dropped = open;
            open = Optional.empty();
        }
        if (dropped.isPresent()) {
            dropped.get().bytes().close();
        }
    }

    /// Ends the stream; a thread that waits for an event gets none.
    @Override
    public void close() throws IOException {
        closed = true;
        drop();
    }
}
