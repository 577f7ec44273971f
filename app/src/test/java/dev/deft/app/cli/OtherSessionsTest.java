package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A session sees its own sidecars and nothing of other sessions.
class OtherSessionsTest {

    @TempDir private Path root;

    private String call(String session, String tool, Json.Obj arguments) {
        return DeftRun.in(root, "", "call", tool, JsonText.write(arguments), "--session", session)
                .out();
    }

    @BeforeEach
    void anotherSession() {
        call("other", "bash", args("command", "echo whispered; seq 1 100000"));
    }

    private Path sidecar(String session) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(".deft/sessions/" + session))) {
            return files.filter(it -> it.toString().endsWith(".txt")).findFirst().orElseThrow();
        }
    }

    @Test
    void areNotFoundByTools() throws Exception {
        Path sidecar = sidecar("other");
        Files.createSymbolicLink(root.resolve("link"), Path.of(".deft/sessions"));
        for (String path :
                List.of(
                        ".deft/sessions/other.jsonl",
                        root.resolve(".deft/sessions/other.jsonl").toString(),
                        ".deft/../.deft/sessions/other.jsonl",
                        "link/other.jsonl",
                        sidecar.toString(),
                        ".deft/sessions/mine.jsonl")) {
            assertThat(call("mine", "read", args("path", path)))
                    .as(path)
                    .contains("\"type\":\"error\"")
                    .doesNotContain("whispered");
        }
        assertThat(call("mine", "read", args("path", ".deft/sessions/other.jsonl")))
                .contains("\"code\":\"not_found\"");
        assertThat(
                        call(
                                "mine",
                                "grep",
                                args("pattern", "whispered", "path", ".deft", "include", ".*")))
                .contains("\"count\":0");
        assertThat(call("mine", "glob", args("pattern", ".deft/**/other*")))
                .contains("\"count\":0");
        assertThat(call("mine", "ls", args("path", ".deft/sessions"))).doesNotContain("other");
    }

    @Test
    void areNotThereForCommands() {
        assertThat(
                        call(
                                "mine",
                                "bash",
                                args("command", "cat .deft/sessions/*; grep -r whispered .deft")))
                .doesNotContain("whispered\\n");
    }

    @Test
    void areNoReasonToHideOnesOwnSidecars() throws Exception {
        call("mine", "bash", args("command", "echo said; seq 1 100000"));

        assertThat(call("mine", "read", args("path", sidecar("mine").toString()))).contains("said");
    }

    @Test
    void keepNoSidecarOfACallWithoutASession() {
        DeftRun run = DeftRun.in(root, "", "call", "bash", "{\"command\":\"seq 1 100000\"}");
        Json.Obj metadata = (Json.Obj) parsed(run.out()).find("metadata").orElseThrow();

        assertThat(Path.of(metadata.text("output_path").orElseThrow())).doesNotExist();
    }

    private static Json.Obj parsed(String text) {
        try {
            return JsonText.parseObject(text);
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
