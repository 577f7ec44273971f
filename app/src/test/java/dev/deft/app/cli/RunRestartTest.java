package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run that restarts its own process.
@Tag("slow")
class RunRestartTest {

    private static final String WIRE = "anthropic";

    @TempDir Path root;

    private DeftProcess start(BothWires model) throws Exception {
        return new DeftProcess(
                root,
                model.environment(WIRE),
                "run",
                "go",
                "--dialect",
                "aegis",
                "--yes-edits",
                "--allow",
                "bash *",
                "--output",
                "stream-json");
    }

    private static Reply mark() {
        return calls("bash", args("command", "echo ran $PPID >> marks.txt"));
    }

    private static List<Json.Obj> events(DeftProcess deft, String type) throws Exception {
        return deft.lines().stream()
                .map(RunRestartTest::parsed)
                .filter(it -> it.text("type").orElse("").equals(type))
                .toList();
    }

    private static Json.Obj parsed(String line) {
        try {
            return JsonText.parseObject(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void goesOnInTheSameProcessAndRunsNothingTwice() throws Exception {
        try (var model =
                        BothWires.following(
                                mark().and("self_restart", args()), mark(), says("Done."));
                var deft = start(model)) {
            assertThat(deft.end()).as(deft.err()).isZero();
            assertThat(events(deft, "session")).hasSize(2);
            Json.Obj result = parsed(deft.lines().getLast());
            assertThat(events(deft, "result")).containsExactly(result);
            assertThat(result.text("status")).contains("done");
            assertThat(result.text("text")).contains("Done.");
            assertThat(result.find("steps")).contains(Json.Num.of(3));
            assertThat(model.asked()).hasSize(3);
            assertThat(model.asked().get(1).lastResults())
                    .hasSize(2)
                    .last()
                    .isEqualTo("{\"ok\":true}");
            assertThat(model.asked().get(2).objection()).isEmpty();
        }
        assertThat(Files.readAllLines(root.resolve("marks.txt"))).hasSize(2);
    }

    @Test
    void readsItsConfigurationAgain() throws Exception {
        try (var model =
                        new BothWires(asked -> {
                            if (asked.answers() == 0) {
                                configure("{\"max_steps\": 2}");
                                return calls("self_restart", args());
                            }
                            return mark();
                        });
                var deft = start(model)) {
            assertThat(deft.end()).as(deft.err()).isEqualTo(1);
            Json.Obj result = parsed(deft.lines().getLast());
            assertThat(result.text("status")).contains("limit");
            assertThat(result.text("error").orElse("")).startsWith("Stopped after 2 steps");
        }
        assertThat(Files.readAllLines(root.resolve("marks.txt"))).hasSize(1);
    }

    private void configure(String text) {
        try {
            Files.createDirectories(root.resolve(".deft"));
            Files.writeString(root.resolve(".deft/agent.json"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void isBoundedInNumber() throws Exception {
        try (var model =
                        new BothWires(asked ->
                                asked.answers() < 4
                                        ? calls("self_restart", args())
                                        : says("Enough."));
                var deft = start(model)) {
            assertThat(deft.end()).as(deft.err()).isZero();
            assertThat(events(deft, "session")).hasSize(4);
            assertThat(model.asked().getLast().lastResults())
                    .containsExactly(
                            "{\"error\":\"This run has restarted often enough. Go on without, or"
                                    + " ask the user to start a new run.\"}");
        }
    }
}
