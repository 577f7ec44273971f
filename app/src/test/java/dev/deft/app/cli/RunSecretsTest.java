package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A model that goes looking for the key it is asked with.
class RunSecretsTest {

    private static final String ENDS_OF_THE_KEY = "23456789abcdef";

    @TempDir Path root;

    private static Reply prying() {
        return says("I look around.")
                .and("get_env", args("key", "ANTHROPIC_API_KEY"))
                .and("get_env", args("key", "OPENAI_API_KEY"))
                .and(
                        "bash",
                        args("command", "env; set; echo \"$ANTHROPIC_API_KEY$OPENAI_API_KEY\""))
                .and("bash", args("command", "cat /proc/self/environ /proc/$$/environ | strings"))
                .and("bash", args("command", "cat /proc/$PPID/environ; cat /proc/[0-9]*/environ"))
                .and("bash", args("command", "grep -a -r canary /proc/[0-9]*/environ"))
                .and("read", args("path", "/proc/self/environ"))
                .and("read", args("path", "/proc/thread-self/environ"))
                .and("bash", args("command", "ln -s /proc/self/environ link"))
                .and("read", args("path", "link"))
                .and("grep", args("pattern", "sk-canary", "path", "/proc/self/environ"))
                .and("set_env", args("key", "COPY", "value", "${ANTHROPIC_API_KEY}"))
                .and("current_time", args("timezone", "$OPENAI_API_KEY"));
    }

    private static String everythingIn(Path directory) throws IOException {
        var all = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    private static void assertNothingIsTold(BothWires model, List<String> said) {
        assertThat(String.join("\n", said)).doesNotContain(ENDS_OF_THE_KEY);
        assertThat(model.asked()).hasSizeGreaterThan(1);
        for (Asked asked : model.asked()) {
            assertThat(asked.body()).doesNotContain(ENDS_OF_THE_KEY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void findsItNowhere(String wire) throws IOException {
        try (var model = BothWires.following(prying(), says("Nothing."))) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment(wire),
                            "",
                            "run",
                            "look",
                            "--yes-edits",
                            "--allow",
                            "bash *",
                            "--allow",
                            "fs.read /**",
                            "--output",
                            "stream-json");
            assertNothingIsTold(model, List.of(ran.out(), ran.err()));
            assertThat(model.asked().getLast().results()).hasSize(prying().calls().size());
        }
        assertThat(everythingIn(root)).doesNotContain(ENDS_OF_THE_KEY);
    }

    /// Here the key really is in the environment of the process.
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void findsItNowhereInAProcessThatHasIt(String wire) throws Exception {
        try (var model = BothWires.following(prying(), says("Nothing."));
                var deft =
                        new DeftProcess(
                                root,
                                model.environment(wire),
                                "run",
                                "look",
                                "--yes-edits",
                                "--allow",
                                "bash *",
                                "--allow",
                                "fs.read /**",
                                "--output",
                                "stream-json")) {
            int code = deft.end();
            assertThat(code).as(deft.err()).isIn(0, 3);
            assertNothingIsTold(model, List.of(String.join("\n", deft.lines()), deft.err()));
        }
        assertThat(everythingIn(root)).doesNotContain(ENDS_OF_THE_KEY);
    }

    @Test
    void isNotTheTestThatHidesIt() throws IOException {
        try (var model =
                BothWires.following(
                        calls("bash", args("command", "echo " + ENDS_OF_THE_KEY)), says("Said."))) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            model.environment("openai"),
                            "",
                            "run",
                            "say it",
                            "--output",
                            "stream-json");
            assertThat(ran.out()).contains(ENDS_OF_THE_KEY);
        }
    }
}
