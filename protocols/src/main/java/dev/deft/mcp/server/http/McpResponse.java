package dev.deft.mcp.server.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// Writes responses: one message as JSON, several as server-sent events.
final class McpResponse {

    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    /// How often a client that waits gets a sign of life, which also shows whether it is there.
    private static final long HEARTBEAT_MILLIS = 2_000;

    private final HttpExchange exchange;

    McpResponse(HttpExchange exchange) {
        this.exchange = exchange;
    }

    /// Whether the client takes a type.
    static boolean accepts(HttpExchange exchange, String type) {
        List<String> accepted = exchange.getRequestHeaders().get("Accept");
        if (accepted == null) {
            return true;
        }
        String all = String.join(",", accepted).toLowerCase(Locale.ROOT);
        return all.contains(type) || all.contains("*/*");
    }

    static boolean acceptsEvents(HttpExchange exchange) {
        return accepts(exchange, EVENTS);
    }

    void json(int status, String text) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", JSON);
        bytes(status, text.getBytes(StandardCharsets.UTF_8));
    }

    void empty(int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private void bytes(int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /// How messages become events.
    ///
    /// @param ids whether clients can come back for lost events
    /// @param primed whether the first event has an id and no message
    record EventStyle(boolean ids, boolean primed) {

        static final EventStyle PLAIN = new EventStyle(false, false);
    }

    /// Sends the messages of a log as they come: the only one as JSON, others as events.
    ///
    /// @throws IOException if the client is gone
    void answer(EventLog log, EventStyle style) throws IOException, InterruptedException {
        Optional<EventLog.Event> first = log.next(0, HEARTBEAT_MILLIS);
        OptionalInt alone = log.alone();
        if (first.isPresent() && alone.isPresent()) {
            json(alone.getAsInt(), first.get().text());
        } else if (first.isEmpty() && log.isEnded()) {
            empty(202);
        } else {
            events(log, 0, style);
        }
    }

    /// Sends the only message of a log as JSON, to a client that takes no events.
    void answerOnce(EventLog log) throws IOException, InterruptedException {
        while (!log.isEnded()) {
            var _ = log.next(log.last(), HEARTBEAT_MILLIS);
        }
        Optional<EventLog.Event> end = log.next(log.last() - 1, 0);
        if (end.isPresent()) {
            json(log.alone().orElse(200), end.get().text());
        } else {
            empty(202);
        }
    }

    /// Sends the messages after one with a number, until the log ends.
    ///
    /// @throws IOException if the client is gone
    void events(EventLog log, long after, EventStyle style)
            throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", EVENTS);
        exchange.getResponseHeaders().set("Cache-Control", "no-cache");
        exchange.getResponseHeaders().set("X-Accel-Buffering", "no");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            write(out, style.primed() ? "id: " + id(log, after) + "\ndata: \n\n" : ":\n\n");
            long sent = after;
            while (true) {
                Optional<EventLog.Event> event = log.next(sent, HEARTBEAT_MILLIS);
                if (event.isPresent()) {
                    sent = event.get().number();
                    write(out, text(log, event.get(), style));
                    if (!style.ids()) {
                        log.forget(sent);
                    }
                } else if (log.isEnded()) {
                    return;
                } else {
                    write(out, ":\n\n");
                }
            }
        }
    }

    private static String text(EventLog log, EventLog.Event event, EventStyle style) {
        String id = style.ids() ? "id: " + id(log, event.number()) + "\n" : "";
        return id + "event: message\ndata: " + event.text() + "\n\n";
    }

    private static String id(EventLog log, long number) {
        return log.id() + "-" + number;
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
