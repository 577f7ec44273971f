package dev.deft.bench;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.wires.Models;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Measures the overhead of the agent: from process start to the first request, and from a received
/// call to the next request.
public final class LoopBench {

    private static final int ROUNDS = 11;
    private static final int CALLS = 300;
    private static final int FEW = 50;

    /// The fastest other agent took 627 ms where an empty Node program took 93; the target is 0.8
    /// of that.
    private static final double MOST_STARTS = 0.8 * 627 / 93;

    private static final double MOST_MEGABYTES = 150;
    private static final double MOST_MILLIS = 5;
    private static final double MOST_GROWTH = 1.1;

    private LoopBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        BenchArguments.none(args);
        // Otherwise the server of the JDK holds the end of each answer back for 40 ms, until the
        // client has acknowledged what came before. Servers of models do not.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var targets = new BenchTargets();
        starts(targets);
        calls(targets, "", 0);
        calls(targets, ", with a history of 5 MB", 5_000_000);
        System.exit(targets.verdict() ? 0 : 1);
    }

    private static void starts(BenchTargets targets) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("deft-bench-");
        try (var server = new AnsweringServer(0)) {
            double first = starts(directory, server, Map.of()).toRequest();
            var node = new BenchCommand("node -e 0", List.of("node", "-e", "0"));
            var run =
                    new BenchCommand(
                            "deft run",
                            List.of(
                                    "env",
                                    "ANTHROPIC_API_KEY=none",
                                    "ANTHROPIC_BASE_URL=" + server.url(),
                                    "./deft",
                                    "run",
                                    "hello",
                                    "--root",
                                    directory.toString()));
            List<Measured> all = SideBySide.of(ROUNDS, node, run);
            double unit = all.getFirst().medianMillis();
            double megabytes = all.getLast().megabytes();
            targets.told("start to the first request", first, "ms");
            targets.atMost(
                    "start to the first request, times node -e 0", first / unit, MOST_STARTS, "×");
            targets.told("whole run of one answer", all.getLast().medianMillis(), "ms");
            targets.atMost("whole run of one answer, memory", megabytes, MOST_MEGABYTES, "MB");
        }
        // As every provider is asked.
        var certificate = BenchCertificate.make(Files.createTempDirectory("deft-bench-"));
        try (var server = new AnsweringServer(0, certificate)) {
            Map<String, String> trusting = Map.of("DEFT_CA_FILE", certificate.file().toString());
            Starts secure = starts(directory, server, trusting);
            targets.told("start to the first request over https", secure.toRequest(), "ms");
            targets.told("whole run of one answer over https", secure.whole(), "ms");
        }
    }

    /// Medians, in milliseconds.
    private record Starts(double toRequest, double whole) {}

    private static Starts starts(
            Path directory, AnsweringServer server, Map<String, String> environment)
            throws IOException, InterruptedException {
        double[] toRequest = new double[ROUNDS];
        double[] whole = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long from = System.nanoTime();
            start(directory, server.url(), environment);
            whole[i] = (System.nanoTime() - from) / 1e6;
            toRequest[i] = (server.arrivals().getLast() - from) / 1e6;
        }
        return new Starts(median(toRequest), median(whole));
    }

    private static void start(Path directory, String url, Map<String, String> environment)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder("./deft", "run", "hello", "--root", directory.toString());
        builder.environment().put("ANTHROPIC_API_KEY", "none");
        builder.environment().put("ANTHROPIC_BASE_URL", url);
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        if (builder.start().waitFor() != 0) {
            throw new IOException("deft run failed");
        }
    }

    /// @param earlier the characters that the conversation begins with
    private static void calls(BenchTargets targets, String label, int earlier) throws IOException {
        long before = 0;
        double[] pauses = new double[CALLS];
        try (var server = new AnsweringServer(CALLS);
                Model model = Models.scripted(server.url())) {
            run(model, earlier);
            server.again();
            before = heap();
            run(model, earlier);
            List<Long> arrivals = server.arrivals();
            List<Long> ends = server.ends();
            for (int i = 0; i < CALLS; i++) {
                int at = arrivals.size() - CALLS - 1 + i;
                pauses[i] = (arrivals.get(at + 1) - ends.get(at)) / 1e6;
            }
        }
        double first = median(Arrays.copyOf(pauses, FEW));
        double last = median(Arrays.copyOfRange(pauses, CALLS - FEW, CALLS));
        double all = median(pauses);
        targets.atMost("call to the next request" + label, all, MOST_MILLIS, "ms");
        targets.atMost(
                "last %d of %d calls, times the first%s".formatted(FEW, CALLS, label),
                last / first,
                MOST_GROWTH,
                "×");
        targets.told(
                "heap after %d calls, over before%s".formatted(CALLS, label),
                (heap() - before) / 1e6,
                "MB");
    }

    private static void run(Model model, int earlier) throws IOException {
        Path root = Files.createTempDirectory("deft-bench-").toRealPath();
        LoopSettings loop =
                LoopSettings.free("default", CALLS + 1, ContextLimits.of(4_000_000, 8_192));
        try (Engine engine =
                        Engine.builder()
                                .environment(Map.of("DEFT_HOME", root.resolve("home").toString()))
                                .model(model)
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace.session().agent(AgentSpec.standard().loop(loop)).open()) {
            session.run("what time is it, again and again?" + " It is late.".repeat(earlier / 12));
        }
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
