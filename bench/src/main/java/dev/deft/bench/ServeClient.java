package dev.deft.bench;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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

    /// Sends one request again and again from many clients, each over a connection of its own.
    static McpFigures load(List<ServeClient> clients, String path, double seconds)
            throws IOException, InterruptedException {
        long from = System.nanoTime();
        long end = from + (long) (seconds * 1e9);
        List<Future<long[]>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(clients.size())) {
            for (ServeClient client : clients) {
                Callable<long[]> work = () -> client.repeat(path, end);
                all.add(threads.submit(work));
            }
        }
        double took = (System.nanoTime() - from) / 1e9;
        long[] nanos = new long[0];
        for (Future<long[]> it : all) {
            long[] more = timesOf(it);
            int before = nanos.length;
            nanos = Arrays.copyOf(nanos, before + more.length);
            System.arraycopy(more, 0, nanos, before, more.length);
        }
        return McpFigures.of(nanos, took);
    }

    private static long[] timesOf(Future<long[]> client) throws IOException, InterruptedException {
        try {
            return client.get();
        } catch (ExecutionException e) {
            throw new IOException("a client failed", e.getCause());
        }
    }

    private long[] repeat(String path, long end) throws IOException {
        try (var wire = new BenchWire(port)) {
            byte[] request = wire.request("GET", path, access(), "");
            long[] nanos = new long[1_000];
            int count = 0;
            for (long from = System.nanoTime(); from < end; from = System.nanoTime()) {
                BenchWire.Response response = wire.send(request);
                if (response.status() != 200) {
                    throw new IOException(response.status() + " " + response.body());
                }
                if (count == nanos.length) {
                    nanos = Arrays.copyOf(nanos, 2 * count);
                }
                nanos[count++] = System.nanoTime() - from;
            }
            return Arrays.copyOf(nanos, count);
        }
    }
}
