package dev.deft.bench;

import dev.deft.bench.model.ServeModel;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Measures `deft serve` in a process of its own, beside the HTTP server of the JDK with a constant
/// answer: small requests, memory with many streams of events, how late an event is at a client,
/// and many sessions at work at once. The clients and the model server are in this process, on the
/// same processors.
public final class ServeBench {

    private static final List<String> PARTS = List.of("streams", "sessions", "requests");
    private static final int CLIENTS = 32;
    private static final double WARM_UP_SECONDS = 8;
    private static final double ROUND_SECONDS = 5;
    private static final int ROUNDS = 3;

    private static final double LEAST_PER_SECOND = 2_000;
    private static final double MOST_MEGABYTES = 200;
    private static final double MOST_LATE_MILLIS = 20;

    private ServeBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> parts = BenchArguments.parts(PARTS, args);
        Path root = BenchDirectory.make("serve");
        Files.createDirectories(root.resolve(".deft"));
        for (int i = 0; i < SessionLoad.CALLS; i++) {
            Files.writeString(root.resolve("notes-" + i + ".txt"), "the answer is 42\n");
        }
        var table = new BenchTargets();
        System.out.printf(
                "%d processors for the server, its clients and its model%n%n",
                Runtime.getRuntime().availableProcessors());
        try (var model = new ServeModel();
                var server = new ServeProcess(root, model.url())) {
            table.told("memory after the start", server.residentMegabytes(), "MB");
            List<ServeClient> clients =
                    server.tokens(CLIENTS).stream()
                            .map(it -> new ServeClient(server.port(), it))
                            .toList();
            if (parts.contains("streams")) {
                streams(table, server, clients.getFirst());
            }
            if (parts.contains("sessions")) {
                sessions(table, server, clients.getLast());
            }
            if (parts.contains("requests")) {
                requests(table, clients);
            }
        }
        System.exit(table.verdict() ? 0 : 1);
    }

    private static void requests(BenchTargets table, List<ServeClient> clients)
            throws IOException, InterruptedException {
        try (var plain = new McpProcess(PlainHttpProgram.class)) {
            int port = Integer.parseInt(plain.line());
            List<ServeClient> others =
                    clients.stream().map(it -> new ServeClient(port, it.token())).toList();
            ServeClient.load(clients, "/v1", WARM_UP_SECONDS);
            ServeClient.load(others, "/v1", WARM_UP_SECONDS);
            List<McpFigures> ours = new ArrayList<>();
            List<McpFigures> theirs = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                ours.add(ServeClient.load(clients, "/v1", ROUND_SECONDS));
                theirs.add(ServeClient.load(others, "/v1", ROUND_SECONDS));
            }
            McpFigures deft = McpFigures.middle(ours);
            McpFigures bare = McpFigures.middle(theirs);
            table.atLeast("small requests a second", deft.perSecond(), LEAST_PER_SECOND, "");
            table.told("small requests, p50", deft.median(), "ms");
            table.told("small requests, p99", deft.slow(), "ms");
            table.told("the JDK's server with a constant answer", bare.perSecond(), "");
            table.told("the same, p99", bare.slow(), "ms");
            table.told(
                    "requests a second, times the JDK's server",
                    deft.perSecond() / bare.perSecond(),
                    "");
        }
    }

    private static void streams(BenchTargets table, ServeProcess server, ServeClient client)
            throws IOException, InterruptedException {
        try (var load = new StreamLoad(client, server);
                var plain = new McpProcess(PlainHttpProgram.class)) {
            int port = Integer.parseInt(plain.line());
            load.openIdle();
            table.told("memory with 1000 idle streams", server.residentMegabytes(), "MB");
            List<StreamLoad.Lateness> ours = new ArrayList<>();
            List<StreamLoad.Lateness> theirs = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                ours.add(load.lateness());
                theirs.add(StreamLoad.plain(port));
            }
            StreamLoad.Lateness deft = StreamLoad.Lateness.middle(ours);
            StreamLoad.Lateness bare = StreamLoad.Lateness.middle(theirs);
            table.atMost("event to a client, p99", deft.slow(), MOST_LATE_MILLIS, "ms");
            table.told("event to a client, p50", deft.median(), "ms");
            table.told("a server that only writes events, p99", bare.slow(), "ms");
            table.told("a server that only writes events, p50", bare.median(), "ms");
            double most = load.slowReaders();
            table.atMost(
                    "memory with 1000 idle streams and 500 slow readers",
                    most,
                    MOST_MEGABYTES,
                    "MB");
            table.told("heap in use then", server.heapMegabytes(), "MB");
        }
    }

    private static void sessions(BenchTargets table, ServeProcess server, ServeClient client)
            throws IOException, InterruptedException {
        var work = new SessionLoad(client, server);
        SessionLoad.Done done = work.run();
        table.atLeast(
                "sessions at work at once, all complete", done.complete(), work.sessions(), "");
        table.told("time for all sessions", done.seconds(), "s");
        table.told("processor time of the server", done.cpuSeconds(), "s");
        table.told("most memory with all sessions", done.megabytes(), "MB");
        table.atMost("lost or doubled results", done.wrong(), 0, "");
        Json.Obj health = client.get("/health/ready");
        if (!health.text("status").equals(Optional.of("ready"))) {
            throw new IOException("the server is not ready afterwards: " + health);
        }
    }
}
