package dev.deft.mcp.client.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads server-sent events, one after the other. An event is bounded; a stream may be endless.
final class EventStream {

    private final InputStream in;
    private final int maxBytes;
    private final byte[] buffer = new byte[16 * 1024];
    private int from;
    private int to;
    private boolean afterReturn;
    private Optional<String> lastId = Optional.empty();
    private OptionalLong retryMillis = OptionalLong.empty();

    EventStream(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /// An event.
    ///
    /// @param data empty for an event that only carries an id
    record Event(String name, String data) {}

    /// The id of the last event that had one and came whole.
    Optional<String> lastId() {
        return lastId;
    }

    /// The time after which the server wants a broken stream to be opened again.
    OptionalLong retryMillis() {
        return retryMillis;
    }

    /// Waits for the next event.
    ///
    /// @return empty at the end of the stream; an incomplete event is dropped
    Optional<Event> next() throws IOException {
        String name = "message";
        var data = new StringBuilder();
        Optional<String> id = lastId;
        boolean any = false;
        while (true) {
            Optional<String> line = line();
            if (line.isEmpty()) {
                return Optional.empty();
            }
            if (line.get().isEmpty()) {
                if (any) {
                    lastId = id;
                    return Optional.of(new Event(name, data.toString()));
                }
                continue;
            }
            int colon = line.get().indexOf(':');
            String field = colon < 0 ? line.get() : line.get().substring(0, colon);
            String value = colon < 0 ? "" : line.get().substring(colon + 1);
            value = value.startsWith(" ") ? value.substring(1) : value;
            switch (field) {
                case "event" -> name = value;
                case "data" -> {
                    any = true;
                    if (data.length() + value.length() > maxBytes) {
                        throw tooLong();
                    }
                    data.append(data.isEmpty() ? "" : "\n").append(value);
                }
                case "id" -> {
                    any = true;
                    id = value.isEmpty() ? Optional.empty() : Optional.of(value);
                }
                case "retry" -> retry(value);
                default -> {
                    // A comment, or a field that nobody knows.
                }
            }
        }
    }

    private void retry(String value) {
        if (value.matches("[0-9]{1,9}")) {
            retryMillis = OptionalLong.of(Long.parseLong(value));
        }
    }

    private Optional<String> line() throws IOException {
        var line = new ByteArrayOutputStream(256);
        while (true) {
            if (from == to && !fill()) {
                return Optional.empty();
            }
            if (afterReturn && buffer[from] == '\n') {
                from++;
                afterReturn = false;
                continue;
            }
            afterReturn = false;
            int end = from;
            while (end < to && buffer[end] != '\n' && buffer[end] != '\r') {
                end++;
            }
            if (line.size() + end - from > maxBytes) {
                throw tooLong();
            }
            line.write(buffer, from, end - from);
            if (end < to) {
                afterReturn = buffer[end] == '\r';
                from = end + 1;
                return Optional.of(line.toString(StandardCharsets.UTF_8));
            }
            from = end;
        }
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }

    private IOException tooLong() {
        return new IOException(
                "The server sent a message of more than %d MB.".formatted(maxBytes >> 20));
    }
}
