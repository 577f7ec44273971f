package dev.deft.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Measures calls of a tool over MCP, beside a server written with the Java SDK: over HTTP with
/// many clients, and over standard input and output with one. Deft runs each call through its whole
/// pipeline, with rules, policy and records; the tool itself does the same on both sides.
public final class McpBench {

    private static final int CLIENTS = 16;
    private static final int ROUNDS = 3;
    private static final double WARM_UP_SECONDS = 6;
    private static final double ROUND_SECONDS = 4;
    private static final int STREAM_WARM_UP = 3_000;
    private static final int STREAM_CALLS = 5_000;

    private static final double LEAST_PER_SECOND = 2_000;
    private static final double MOST_MEDIAN_MILLIS = 8;
    private static final String TOKEN = "bench";

    private McpBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        BenchArguments.none(args);
        System.out.printf(
                "%d clients of HTTP, one of streams, %d processors for both sides%n%n",
                CLIENTS, Runtime.getRuntime().availableProcessors());
        System.out.printf("%-34s %9s %9s %9s%n", "", "calls/s", "p50 ms", "p99 ms");
        var targets = new BenchTargets();
        overHttp(targets);
        overStreams(targets);
        System.exit(targets.verdict() ? 0 : 1);
    }

    private static void overHttp(BenchTargets targets) throws IOException, InterruptedException {
        try (var deft = new McpProcess(DeftMcpProgram.class, TOKEN);
                var sdk = new McpProcess(SdkMcpProgram.class, TOKEN)) {
            int deftPort = Integer.parseInt(deft.line());
            int sdkPort = Integer.parseInt(sdk.line());
            List<McpLoad> loads =
                    List.of(
                            new McpLoad(deftPort, TOKEN, McpLoad.STATELESS, CLIENTS),
                            new McpLoad(deftPort, TOKEN, McpLoad.STATEFUL, CLIENTS),
                            new McpLoad(sdkPort, TOKEN, McpLoad.STATEFUL, CLIENTS));
            List<McpFigures> all = measured(loads);
            McpFigures stateless = all.get(0);
            McpFigures stateful = all.get(1);
            McpFigures theirs = all.get(2);
            stateless.print("Deft, HTTP, " + McpLoad.STATELESS);
            stateful.print("Deft, HTTP, " + McpLoad.STATEFUL);
            theirs.print("Java SDK, HTTP, " + McpLoad.STATEFUL);
            double perSecond = Math.min(stateless.perSecond(), stateful.perSecond());
            double median = Math.max(stateless.median(), stateful.median());
            System.out.println();
            targets.atLeast("HTTP calls a second", perSecond, LEAST_PER_SECOND, "");
            targets.atMost("HTTP call, p50", median, MOST_MEDIAN_MILLIS, "ms");
            targets.told(
                    "HTTP calls a second, times the Java SDK's",
                    stateful.perSecond() / theirs.perSecond(),
                    "");
            System.out.println();
        }
    }

    /// In turns, so that other load on the machine affects all of them equally.
    private static List<McpFigures> measured(List<McpLoad> loads)
            throws IOException, InterruptedException {
        List<List<McpFigures>> rounds = new ArrayList<>();
        for (McpLoad load : loads) {
            load.run(WARM_UP_SECONDS);
            rounds.add(new ArrayList<>());
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < loads.size(); i++) {
                rounds.get(i).add(loads.get(i).run(ROUND_SECONDS));
            }
        }
        return rounds.stream().map(McpFigures::middle).toList();
    }

    private static void overStreams(BenchTargets targets) throws IOException {
        McpFigures ours = overStreams(DeftMcpProgram.class);
        McpFigures theirs = overStreams(SdkMcpProgram.class);
        ours.print("Deft, stdio");
        theirs.print("Java SDK, stdio");
        System.out.println();
        targets.told("stdio call, p50", ours.median(), "ms");
        targets.told("stdio call, p50, times the Java SDK's", ours.median() / theirs.median(), "");
    }

    private static McpFigures overStreams(Class<?> program) throws IOException {
        try (var server = new McpProcess(program)) {
            server.say(McpLoad.initialize());
            answer(server);
            server.say(McpLoad.initialized());
            calls(server, STREAM_WARM_UP);
            long from = System.nanoTime();
            long[] nanos = calls(server, STREAM_CALLS);
            return McpFigures.of(nanos, (System.nanoTime() - from) / 1e9);
        }
    }

    private static long[] calls(McpProcess server, int count) throws IOException {
        long[] nanos = new long[count];
        String call = McpLoad.call("");
        for (int i = 0; i < count; i++) {
            long from = System.nanoTime();
            server.say(call);
            McpLoad.requireAnswer(answer(server));
            nanos[i] = System.nanoTime() - from;
        }
        return Arrays.copyOf(nanos, count);
    }

    /// Skips notifications, which a server may send at any time.
    private static String answer(McpProcess server) throws IOException {
        String line = server.line();
        while (!line.contains("\"id\":")) {
            line = server.line();
        }
        return line;
    }
}
