package dev.deft.bench;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Prompt;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.EngineBuilder;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Measures many sessions on one root: the time to open each, and its heap when idle. Then what a
/// sub-agent costs beside the agent that starts it.
final class EngineBench {

    private static final int SESSIONS = 1_000;
    private static final int UNCOUNTED = 200;
    private static final double MOST_MILLIS = 5;
    private static final double MOST_KILOBYTES = 40;

    private EngineBench() {}

    /// Measures both kinds of sessions.
    ///
    /// @param arguments none
    public static void main(String[] arguments) throws IOException {
        BenchArguments.none(arguments);
        var targets = new BenchTargets();
        measure("session for calls", Engine.builder(), targets);
        measure("recorded session with a model", Engine.builder().model(new NoModel()), targets);
        SubAgentCost.measure(targets);
        System.exit(targets.verdict() ? 0 : 1);
    }

    private static void measure(String what, EngineBuilder builder, BenchTargets targets)
            throws IOException {
        Path root = Files.createTempDirectory("deft-bench-").toRealPath();
        Files.writeString(root.resolve("a.txt"), "one TODO\n");
        List<Session> open = new ArrayList<>();
        double[] millis = new double[SESSIONS];
        try (Engine engine =
                        builder.environment(
                                        Map.of(
                                                "DEFT_HOME",
                                                root.resolve("home").toString(),
                                                "PATH",
                                                System.getenv("PATH")))
                                .build();
                Workspace workspace = engine.workspace(root)) {
            for (int i = 0; i < UNCOUNTED; i++) {
                workspace.session().agent(AgentSpec.standard()).open().close();
            }
            long before = heap();
            for (int i = 0; i < SESSIONS; i++) {
                long start = System.nanoTime();
                open.add(workspace.session().agent(AgentSpec.standard()).open());
                millis[i] = (System.nanoTime() - start) / 1e6;
            }
            double kilobytes = (heap() - before) / 1024.0 / SESSIONS;
            Arrays.sort(millis);
            double median = millis[SESSIONS / 2];
            targets.atMost(what + ", to open, p50", median, MOST_MILLIS, "ms");
            targets.told(what + ", to open, p99", millis[SESSIONS * 99 / 100], "ms");
            targets.atMost(what + ", heap when idle", kilobytes, MOST_KILOBYTES, "KB");
            for (Session session : open) {
                session.close();
            }
        }
    }

    static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /// Is never called.
    private static final class NoModel implements Model {

        @Override
        public String name() {
            return "none/none";
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener) {
            throw new IllegalStateException("nobody asks");
        }

        @Override
        public void close() {}
    }
}
