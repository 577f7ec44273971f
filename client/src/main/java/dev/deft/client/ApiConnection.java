package dev.deft.client;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Sends requests and reads responses. What acts carries an `Idempotency-Key`, so that it can be
/// sent again when a response is lost, and acts once.
final class ApiConnection implements AutoCloseable {

    private static final String JSON = "application/json";
    private static final int ATTEMPTS = 4;
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int UNAVAILABLE = 503;

    private final HttpClient http;
    private final URI address;
    private final String token;
    private final Duration limit;

    ApiConnection(HttpClient http, URI address, String token, Duration limit) {
        this.http = http;
        this.address = address;
        this.token = token;
        this.limit = limit;
    }

    /// A request.
    ///
    /// @param acts whether it changes something
    record Order(
            String method,
            String path,
            Query query,
            Optional<? extends Record> body,
            boolean acts) {

        static Order get(String path, Query query) {
            return new Order("GET", path, query, Optional.empty(), false);
        }
    }

    /// The body of a response as a record.
    <T extends Record> T read(Order order, Class<T> type) throws IOException, InterruptedException {
        return Records.read(type, json(order));
    }

    /// The body of a response as it is.
    Json.Obj json(Order order) throws IOException, InterruptedException {
        return object(text(order));
    }

    private static Json.Obj object(String text) throws IOException {
        try {
            return JsonText.parseObject(text);
        } catch (JsonSyntaxException e) {
            throw new IOException("The server did not answer with JSON.", e);
        }
    }

    /// The body of a response as text.
    String text(Order order) throws IOException, InterruptedException {
        HttpRequest request = request(order);
        for (int attempt = 1; ; attempt++) {
            try {
                return answered(http.send(request, HttpResponse.BodyHandlers.ofString()));
            } catch (DeftProblemException e) {
                if (e.status() != UNAVAILABLE || attempt == ATTEMPTS) {
                    throw e;
                }
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
            Thread.sleep(PAUSE.multipliedBy(attempt));
        }
    }

    private static String answered(HttpResponse<String> response) throws DeftProblemException {
        if (response.statusCode() < 300) {
            return response.body();
        }
        throw problem(response.statusCode(), response.body());
    }

    private static DeftProblemException problem(int status, String body) {
        try {
            return new DeftProblemException(status, JsonText.parseObject(body));
        } catch (JsonSyntaxException _) {
            return new DeftProblemException(status, Json.Obj.EMPTY);
        }
    }

    /// The same request for every attempt, so that it has the same key.
    private HttpRequest request(Order order) {
        HttpRequest.Builder request = to(order.path() + order.query().encoded()).timeout(limit);
        if (order.acts()) {
            request.header("Idempotency-Key", UUID.randomUUID().toString());
        }
        if (order.body().isEmpty()) {
            return request.method(order.method(), HttpRequest.BodyPublishers.noBody()).build();
        }
        String body = JsonText.write(Records.write(order.body().get()));
        return request.header("Content-Type", JSON)
                .method(order.method(), HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private HttpRequest.Builder to(String target) {
        return HttpRequest.newBuilder(address.resolve(target))
                .header("Authorization", "Bearer " + token)
                .header("Accept", JSON + ", */*");
    }

    /// One page of a list.
    <T extends Record> Page<T> page(Order order, Class<T> type)
            throws IOException, InterruptedException {
        Json.Obj page = json(order);
        List<Json> items =
                page.find("items").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> all)
                        ? all
                        : List.of();
        return new Page<>(
                items.stream().map(it -> Records.read(type, (Json.Obj) it)).toList(),
                page.text("next"));
    }

    /// Part of a list.
    ///
    /// @param next the cursor of the next one
    record Page<T>(List<T> items, Optional<String> next) {}

    /// Opens a stream of events.
    ///
    /// @param after the last event that was seen
    InputStream events(String path, Query query, Optional<String> after)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                to(path + query.encoded()).setHeader("Accept", "text/event-stream");
        after.ifPresent(it -> request.header("Last-Event-ID", it));
        HttpResponse<InputStream> response =
                http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() == 200) {
            return response.body();
        }
        try (InputStream body = response.body()) {
            throw problem(
                    response.statusCode(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
