package dev.deft.server;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Reads server-sent events on a thread of its own.
public final class EventClient implements AutoCloseable {

    private static final long MOST_SECONDS = 60;

    private final InputStream in;
    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final List<Event> seen = new ArrayList<>();

    /// An event.
    public record Event(String id, String type, String data) {

        public Json.Obj json() {
            try {
                return JsonText.parseObject(data);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        /// The field `type` of a moment, or the role of an entry.
        public String kind() {
            return json().text("type").or(() -> json().text("role")).orElse("");
        }
    }

    public EventClient(ServerFixture server, String path, Optional<String> last)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                server.request(path, server.token()).header("Accept", "text/event-stream");
        last.ifPresent(it -> request.header("Last-Event-ID", it));
        HttpResponse<InputStream> response =
                server.client().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new AssertionError("status " + response.statusCode());
        }
        this.in = response.body();
        Thread.ofVirtual().start(this::read);
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            String id = "";
            String type = "";
            String data = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty() && !type.isEmpty()) {
                    events.add(new Event(id, type, data));
                    id = "";
                    type = "";
                    data = "";
                } else if (line.startsWith("id:")) {
                    id = line.substring(3).strip();
                } else if (line.startsWith("event:")) {
                    type = line.substring(6).strip();
                } else if (line.startsWith("data:")) {
                    data += line.substring(5).strip();
                }
            }
        } catch (IOException _) {
            // The connection ended.
            return;
        }
    }

    /// Waits for an event that fits; those before it are kept in [#seen].
    public Event await(Predicate<Event> fits) throws InterruptedException {
        while (true) {
            Event event = events.poll(MOST_SECONDS, TimeUnit.SECONDS);
            if (event == null) {
                throw new AssertionError("No such event; there were " + seen);
            }
            seen.add(event);
            if (fits.test(event)) {
                return event;
            }
        }
    }

    public List<Event> seen() {
        return List.copyOf(seen);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
