package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of a run whose process is interrupted or killed.
@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"anthropic", "openai"})
class RunProcessTest {

    private final String wire;

    @TempDir Path root;

    RunProcessTest(String wire) {
        this.wire = wire;
    }

    /// A command that leaves a mark each time it runs, and then does not end by itself.
    private static String endless(String sleep) {
        return "echo ran >> marks.txt; echo under way; " + sleep;
    }

    private static String sleep() {
        return "sleep 54321." + System.nanoTime();
    }

    private DeftProcess start(BothWires model, String session) throws Exception {
        return new DeftProcess(
                root,
                model.environment(wire),
                "run",
                "go",
                "--session",
                session,
                "--yes-edits",
                "--allow",
                "bash *",
                "--output",
                "stream-json");
    }

    @Test
    void endsWithAResultWhenItIsInterrupted() throws Exception {
        String sleep = sleep();
        try (var model =
                        BothWires.following(
                                calls("bash", args("command", endless(sleep))), says("Again."));
                var deft = start(model, "s")) {
            deft.await(it -> it.contains("\"tool_progress\"") && it.contains("under way"));
            deft.interrupt();
            assertThat(deft.end()).as(deft.err()).isEqualTo(130);
            Json.Obj last = JsonText.parseObject(deft.lines().getLast());
            assertThat(last.text("type")).contains("result");
            assertThat(last.text("status")).contains("aborted");
            assertThat(DeftProcess.isGone(sleep)).isTrue();

            DeftRun later =
                    DeftRun.in(root, model.environment(wire), "", "run", "?", "--session", "s");
            assertThat(later.out()).isEqualTo("Again.\n");
            assertThat(model.asked().getLast().lastResults()).hasSize(1);
        }
        assertThat(root.resolve("marks.txt")).hasContent("ran\n");
    }

    @Test
    void answersACallThatWasKilledOnceAndNeverRunsItAgain() throws Exception {
        String sleep = sleep();
        try (var model =
                BothWires.following(
                        calls("bash", args("command", endless(sleep))).and("current_time", args()),
                        says("I look first."),
                        says("Still here."))) {
            try (var deft = start(model, "s")) {
                deft.await(it -> it.contains("\"tool_progress\"") && it.contains("under way"));
                deft.kill();
            }
            assertThat(DeftProcess.isGone(sleep)).isTrue();
            for (String answer : List.of("I look first.", "Still here.")) {
                DeftRun later =
                        DeftRun.in(root, model.environment(wire), "", "run", "?", "--session", "s");
                assertThat(later.out()).as(later.err()).isEqualTo(answer + "\n");
            }
            List<Asked.Result> results = model.asked().getLast().results();
            assertThat(results).hasSize(2);
            assertThat(results.getFirst().text()).contains("interrupted");
            assertThat(results.getLast().text()).contains("did nothing");
        }
        assertThat(root.resolve("marks.txt")).hasContent("ran\n");
        assertThat(Files.readAllLines(root.resolve(".deft/sessions/s.jsonl")))
                .filteredOn(it -> it.startsWith("{\"role\":\"result\""))
                .hasSize(2);
    }

    /// A model whose sub-agent runs a command; the parent has further answers.
    private static BothWires delegating(String command, String... answers) throws IOException {
        return new BothWires(it -> {
            if (it.messages().getFirst() instanceof Asked.User(String text)
                    && text.contains("wait for it")) {
                return calls("bash", args("command", command));
            }
            return it.answers() == 0
                    ? calls("task", args("subagent_type", "general", "prompt", "wait for it"))
                    : says(answers[it.answers() - 1]);
        });
    }

    /// Waits until the command of a sub-agent has left its mark.
    private void awaitMark() {
        while (!Files.exists(root.resolve("marks.txt"))) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    @Test
    void endsItsSubAgentsWhenItIsInterrupted() throws Exception {
        String sleep = sleep();
        try (var model = delegating(endless(sleep));
                var deft = start(model, "s")) {
            deft.await(it -> it.contains("\"tool_progress\"") && it.contains("marks.txt"));
            awaitMark();
            deft.interrupt();
            assertThat(deft.end()).as(deft.err()).isEqualTo(130);
            assertThat(deft.lines().getLast()).contains("\"status\":\"aborted\"");
            assertThat(DeftProcess.isGone(sleep)).isTrue();
            assertThat(model.asked()).hasSize(2);
        }
    }

    @Test
    void neverRunsASubAgentAgainThatWasKilled() throws Exception {
        String sleep = sleep();
        try (var model = delegating(endless(sleep), "I look first.")) {
            try (var deft = start(model, "s")) {
                awaitMark();
                deft.kill();
            }
            assertThat(DeftProcess.isGone(sleep)).isTrue();
            DeftRun later =
                    DeftRun.in(root, model.environment(wire), "", "run", "?", "--session", "s");
            assertThat(later.out()).as(later.err()).isEqualTo("I look first.\n");
            assertThat(model.asked()).hasSize(3);
            assertThat(model.asked().getLast().lastResults().getFirst()).contains("interrupted");
        }
        assertThat(root.resolve("marks.txt")).hasContent("ran\n");
    }
}
