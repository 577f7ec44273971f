package dev.deft.bench;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Measures what a sub-agent costs beside its parent, with a model that answers at once: the time
/// of a turn with a `task` beside the same turn with a plain call, and the heap of sub-agents that
/// wait for their model.
final class SubAgentCost {

    private static final int TURNS = 200;
    private static final int UNCOUNTED = 50;
    private static final int CHILDREN = 3;
    private static final double MOST_MILLIS = 10;
    private static final double MOST_KILOBYTES = 1024;

    private SubAgentCost() {}

    static void measure(BenchTargets targets) throws IOException {
        Path root = Files.createTempDirectory("deft-bench-").toRealPath();
        Files.writeString(root.resolve("a.txt"), "one TODO\n");
        var model = new ObedientModel();
        try (Engine engine =
                        Engine.builder()
                                .environment(
                                        Map.of(
                                                "DEFT_HOME",
                                                root.resolve("home").toString(),
                                                "PATH",
                                                System.getenv("PATH")))
                                .model(model)
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(AgentSpec.standard()).open()) {
            double plain = median(session, "call");
            double task = median(session, "delegate");
            double start = model.medianStart();
            double kilobytes = heapOfChildren(session, model);
            targets.told("turn with a plain call", plain, "ms");
            targets.told("turn with a sub-agent instead", task, "ms");
            targets.atMost("sub-agent, call to its first request", start, MOST_MILLIS, "ms");
            targets.atMost("sub-agent, heap beside its parent", kilobytes, MOST_KILOBYTES, "KB");
        }
    }

    /// In milliseconds. Both kinds of turns have two requests and one call.
    private static double median(Session session, String message) {
        double[] millis = new double[TURNS];
        for (int i = -UNCOUNTED; i < TURNS; i++) {
            long start = System.nanoTime();
            String text = session.run(message).text();
            if (!text.equals("done")) {
                throw new IllegalStateException("the turn ended with: " + text);
            }
            if (i >= 0) {
                millis[i] = (System.nanoTime() - start) / 1e6;
            }
        }
        Arrays.sort(millis);
        return millis[TURNS / 2];
    }

    /// In kilobytes, while several sub-agents of one step wait for their model.
    private static double heapOfChildren(Session session, ObedientModel model) {
        long before = EngineBench.heap();
        Thread turn = Thread.startVirtualThread(() -> session.run("hold"));
        try {
            if (!model.held.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("not all sub-agents were started");
            }
            double kilobytes = (EngineBench.heap() - before) / 1024.0 / CHILDREN;
            model.released.countDown();
            turn.join();
            return kilobytes;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Calls a tool or sub-agents as it is told, and answers everything else at once.
    private static final class ObedientModel implements Model {

        private final CountDownLatch held = new CountDownLatch(CHILDREN);
        private final List<Double> starts = new CopyOnWriteArrayList<>();
        private volatile long asked;
        private final CountDownLatch released = new CountDownLatch(1);

        /// From the answer with the call to the first request of the sub-agent.
        double medianStart() {
            List<Double> counted = starts.stream().skip(UNCOUNTED).sorted().toList();
            return counted.get(counted.size() / 2);
        }

        @Override
        public String name() {
            return "none/none";
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener) throws InterruptedException {
            if (!(prompt.messages().getLast() instanceof Message.User user)) {
                return text("done");
            }
            return switch (((Part.Text) user.parts().getLast()).text()) {
                case "call" -> calling(new Part.Call("c1", "read", "{\"path\":\"a.txt\"}"));
                case "delegate" -> {
                    asked = System.nanoTime();
                    yield calling(task("c1", "part"));
                }
                case "part" -> {
                    starts.add((System.nanoTime() - asked) / 1e6);
                    yield text("done");
                }
                case "hold" ->
                        calling(task("c1", "wait 1"), task("c2", "wait 2"), task("c3", "wait 3"));
                case "wait 1", "wait 2", "wait 3" -> {
                    held.countDown();
                    released.await();
                    yield text("done");
                }
                default -> text("done");
            };
        }

        private static Part.Call task(String id, String prompt) {
            return new Part.Call(
                    id,
                    "task",
                    "{\"subagent_type\":\"explore\",\"prompt\":\"%s\"}".formatted(prompt));
        }

        private static Answer calling(Part.Call... calls) {
            return new Answer(
                    new Message.Assistant(List.of(calls)),
                    Answer.Stop.CALLS,
                    Usage.NONE,
                    "none/none");
        }

        private static Answer text(String text) {
            return new Answer(
                    new Message.Assistant(List.of(new Part.Text(text))),
                    Answer.Stop.DONE,
                    Usage.NONE,
                    "none/none");
        }

        @Override
        public void close() {}
    }
}
