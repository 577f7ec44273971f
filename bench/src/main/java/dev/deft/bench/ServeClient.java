package dev.deft.bench;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.server.listener.ListenerLimits;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// A client of the API with a token.
record ServeClient(int port, String token) {

    String access() {
        return "Authorization: Bearer " + token + "\r\n";
    }

    static Json.Obj json(BenchWire.Response response) throws IOException {
        if (response.status() >= 300) {
            throw new IOException(response.status() + " " + response.body());
        }
        try {
            return JsonText.parseObject(response.body());
        } catch (JsonSyntaxException e) {
            throw new IOException("not JSON: " + response.body(), e);
        }
    }

    Json.Obj get(String path) throws IOException {
        try (var wire = new BenchWire(port)) {
            return json(wire.send(wire.request("GET", path, access(), "")));
        }
    }

    Json.Obj post(String path, Json.Obj body) throws IOException {
        try (var wire = new BenchWire(port)) {
            return json(wire.send(wire.request("POST", path, access(), JsonText.write(body))));
        }
    }

    /// Opens a stream of events.
    ///
    /// @param window as of [BenchWire]
    BenchWire events(String path, int window) throws IOException {
        var wire = new BenchWire(port, window);
        int status =
                wire.open(
                        wire.request("GET", path, access() + "Accept: text/event-stream\r\n", ""));
        if (status != 200) {
            wire.close();
            throw new IOException("events are answered with " + status);
        }
        return wire;
    }

    /// Sends one request again and again from many clients. Each keeps to what a token may send, as
    /// a client that wants answers does: the server refuses more, and that is a failure here. All
    /// of them together may send far more than the server answers.
    static McpFigures load(List<ServeClient> clients, String path, double seconds)
            throws IOException, InterruptedException {
        return ClientLoad.run(clients.stream().map(it -> new Getter(it, path)).toList(), seconds);
    }

    private static final class Getter implements ClientLoad.Client {

        private static final int MOST_PER_SECOND = ListenerLimits.usual().rates().reads();

        private final ServeClient client;
        private final String path;
        private final RequestPace pace = new RequestPace(MOST_PER_SECOND, System.nanoTime());

        Getter(ServeClient client, String path) {
            this.client = client;
            this.path = path;
        }

        @Override
        public int port() {
            return client.port;
        }

        @Override
        public byte[] request(BenchWire wire) {
            return wire.request("GET", path, client.access(), "");
        }

        @Override
        public void pause() {
            long wait = pace.next(System.nanoTime());
            if (wait > 0) {
                LockSupport.parkNanos(wait);
            }
        }

        @Override
        public void check(BenchWire.Response response) throws IOException {
            if (response.status() != 200) {
                throw new IOException(response.status() + " " + response.body());
            }
        }
    }
}
