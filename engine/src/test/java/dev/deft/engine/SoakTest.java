package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One session that goes on and on costs no more at its end than at its beginning.
class SoakTest {

    private static final int CALLS_A_TURN = 100;

    /// The machine comes and goes with a few threads of its own; a leak would show with every call.
    private static final int SLACK = 16;

    @TempDir Path root;

    @Test
    @Tag("slow")
    void aThousandCallsLeaveNothingBehind() throws IOException {
        soak(1_000);
    }

    @Test
    @Tag("deep")
    void tenThousandCallsLeaveNothingBehind() throws IOException {
        soak(10_000);
    }

    /// Measured after the first tenth, when everything that is made once is there.
    private void soak(int calls) throws IOException {
        Files.writeString(root.resolve("a.txt"), "line\n".repeat(100));
        var limits = ContextLimits.of(30_000, 1_000);
        var model = new Tireless();
        try (AgentSession agent =
                AgentSession.open(
                        Agents.editing(root, Agents.loop(limits, 2 * CALLS_A_TURN)),
                        model,
                        _ -> {})) {
            work(agent, calls / 10);
            Footprint before = Footprint.now();
            work(agent, calls - calls / 10);
            Footprint after = Footprint.now();
            assertThat(model.calls).isEqualTo(calls);
            assertThat(model.summaries).isPositive();
            assertThat(after.threads()).isLessThanOrEqualTo(before.threads() + SLACK);
            assertThat(after.descriptors()).isLessThanOrEqualTo(before.descriptors() + SLACK);
            assertThat(after.heap()).isLessThan(before.heap() + 8 * 1024 * 1024);
        }
    }

    private static void work(AgentSession agent, int calls) {
        for (int done = 0; done < calls; done += CALLS_A_TURN) {
            assertThat(agent.run(Message.User.of("Another hundred.")).status())
                    .isEqualTo(RunOutcome.Status.DONE);
        }
    }

    /// What a process holds.
    private record Footprint(long threads, long descriptors, long heap) {

        static Footprint now() throws IOException {
            var runtime = Runtime.getRuntime();
            long heap = Long.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
                System.gc();
                heap = Math.min(heap, runtime.totalMemory() - runtime.freeMemory());
            }
            try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
                return new Footprint(
                        ManagementFactory.getThreadMXBean().getThreadCount(), open.count(), heap);
            }
        }
    }

    /// Calls something else each time, and remembers nothing.
    private static final class Tireless implements Model {

        private int calls;
        private int summaries;

        @Override
        public String name() {
            return "test/tireless";
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener) {
            if (prompt.tools().isEmpty()) {
                summaries++;
                return ScriptedModel.saying("A lot was called.");
            }
            int chars = prompt.messages().toString().length();
            boolean rests =
                    calls > 0
                            && calls % CALLS_A_TURN == 0
                            && prompt.messages().getLast() instanceof Message.Results;
            if (rests) {
                return ScriptedModel.saying("That was a hundred.");
            }
            return ScriptedModel.calling(new Usage(5_000 + chars / 4, 10, 0, 0), call());
        }

        private Part.Call call() {
            int number = calls++;
            String id = "call_" + number;
            return switch (number % 4) {
                case 0 ->
                        ScriptedModel.call(
                                id,
                                "read",
                                "{\"path\":\"a.txt\",\"offset\":" + (1 + number % 90) + "}");
                case 1 ->
                        ScriptedModel.call(
                                id,
                                "write",
                                "{\"path\":\"b.txt\",\"content\":\"" + number + "\\n\"}");
                case 2 -> ScriptedModel.call(id, "current_time", "{}");
                default -> ScriptedModel.call(id, "read", "{\"path\":\"none" + number + ".txt\"}");
            };
        }

        @Override
        public void close() {}
    }
}
