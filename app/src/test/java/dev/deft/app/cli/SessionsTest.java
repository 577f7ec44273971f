package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionsTest {

    @TempDir private Path root;

    private DeftRun deft(String... words) {
        return DeftRun.in(root, "", words);
    }

    @BeforeEach
    void aSessionThatChangedTwoFiles() {
        deft("call", "write", "{\"path\":\"a.txt\",\"content\":\"one\\n\"}", "--session", "s1");
        deft(
                "call",
                "edit",
                "{\"path\":\"a.txt\",\"old_text\":\"one\",\"new_text\":\"two\"}",
                "--session",
                "s1");
        deft("call", "write", "{\"path\":\"b.txt\",\"content\":\"b\\n\"}", "--session", "s1");
    }

    @Test
    void undoAndRedoTurnByTurnAcrossProcesses() {
        assertThat(deft("sessions", "undo", "s1").out()).isEqualTo("Undone: turn 3, b.txt\n");
        assertThat(root.resolve("b.txt")).doesNotExist();
        assertThat(deft("sessions", "undo", "s1").out()).isEqualTo("Undone: turn 2, a.txt\n");
        assertThat(root.resolve("a.txt")).hasContent("one\n");
        assertThat(deft("sessions", "redo", "s1").out()).isEqualTo("Done again: turn 2, a.txt\n");
        assertThat(root.resolve("a.txt")).hasContent("two\n");
        assertThat(deft("sessions", "export", "s1").out().lines())
                .filteredOn(it -> it.contains("\"role\":\"undo\""))
                .satisfiesExactly(
                        it -> assertThat(it).contains("\"redone\":false,\"files\":[\"b.txt\"]"),
                        it -> assertThat(it).contains("\"redone\":false,\"files\":[\"a.txt\"]"),
                        it -> assertThat(it).contains("\"redone\":true,\"files\":[\"a.txt\"]"));
        assertThat(deft("sessions", "verify").out()).isEqualTo("s1: 15 entries, intact\n");
    }

    @Test
    void undoOneFile() {
        assertThat(deft("sessions", "undo", "s1", "--file", "a.txt").code()).isZero();

        assertThat(root.resolve("a.txt")).hasContent("one\n");
        assertThat(root.resolve("b.txt")).hasContent("b\n");
    }

    @Test
    void recoverADeletedFile() {
        deft("call", "delete_file", "{\"path\":\"a.txt\"}", "--session", "s1");
        assertThat(root.resolve("a.txt")).doesNotExist();

        deft("sessions", "undo", "s1");

        assertThat(root.resolve("a.txt")).hasContent("two\n");
    }

    @Test
    void moveAFileWithItsModeAndBack() throws Exception {
        Path script = Files.writeString(root.resolve("run.sh"), "echo one\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x--x"));
        deft(
                "call",
                "apply_patch",
                """
                {"patch":"*** Begin Patch\\n*** Update File: run.sh\\n*** Move to: bin/run\\n@@\\n-echo one\\n+echo two\\n*** End Patch"}
                """,
                "--session",
                "s1");

        assertThat(root.resolve("bin/run")).hasContent("echo two\n");
        assertThat(mode("bin/run")).isEqualTo("rwxr-x--x");
        deft("sessions", "undo", "s1");
        assertThat(script).hasContent("echo one\n");
        assertThat(mode("run.sh")).isEqualTo("rwxr-x--x");
        deft("sessions", "redo", "s1");
        assertThat(mode("bin/run")).isEqualTo("rwxr-x--x");
    }

    private String mode(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(path)));
    }

    @Test
    void overwriteNoFileThatSomebodyElseChanged() throws Exception {
        Files.writeString(root.resolve("b.txt"), "mine\n");

        DeftRun run = deft("sessions", "undo", "s1");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("b.txt changed since").hasLineCount(1);
        assertThat(root.resolve("b.txt")).hasContent("mine\n");
    }

    @Test
    void showWhatChanged() throws Exception {
        assertThat(deft("sessions", "diff", "s1", "2").out())
                .contains("-one", "+two")
                .doesNotContain("b.txt");
        assertThat(deft("sessions", "diff", "s1").out()).contains("+two", "+b");
        assertThat(deft("sessions", "list").out()).startsWith("s1 ");
        Json.Obj shown = JsonText.parseObject(deft("sessions", "show", "s1", "--json").out());
        assertThat(JsonText.write(shown.find("stats").orElseThrow()))
                .startsWith(
                        "{\"total\":3,\"byCategory\":{\"file\":3},\"callStats\":{\"edit\":{\"count\":1,\"failures\":0,\"avgDuration\":");
    }

    @Test
    void deleteASessionCompletely() {
        assertThat(deft("sessions", "delete", "s1").code()).isZero();

        assertThat(deft("sessions", "list").out()).startsWith("There are no sessions");
        assertThat(root.resolve(".deft/sessions/s1")).doesNotExist();
        assertThat(deft("sessions", "undo", "s1").code()).isEqualTo(2);
    }

    @Test
    void rejectInvalidArguments() {
        assertThat(deft("sessions", "undo", "../x").err())
                .contains("A session id has")
                .hasLineCount(1);
        assertThat(deft("sessions", "diff", "s1", "first").err()).contains("a turn is a number");
        assertThat(deft("sessions", "frobnicate", "s1").err())
                .contains("use one of list, show, verify");
    }

    @Test
    void rejectAWriteToAFileThatChangedSinceItWasRead() throws Exception {
        deft("call", "read", "{\"path\":\"a.txt\"}", "--session", "s1");
        Files.writeString(root.resolve("a.txt"), "changed by hand\n");

        DeftRun run =
                deft("call", "write", "{\"path\":\"a.txt\",\"content\":\"x\"}", "--session", "s1");

        assertThat(run.out()).contains("\"code\":\"conflict\"");
        assertThat(root.resolve("a.txt")).hasContent("changed by hand\n");
    }

    @Test
    void writeALongOutputToASidecar() throws Exception {
        var many = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            many.append("line ").append(i).append('\n');
        }
        Files.writeString(root.resolve("many.txt"), many);

        DeftRun run = deft("call", "grep", "{\"pattern\":\"line\"}", "--session", "s1");
        Json.Obj metadata =
                (Json.Obj) JsonText.parseObject(run.out()).find("metadata").orElseThrow();
        Path sidecar = Path.of(metadata.text("output_path").orElseThrow());

        assertThat(Files.readAllLines(sidecar)).hasSize(500).contains("many.txt:500:line 499");
        String path = JsonText.write(Json.Obj.EMPTY.with("path", sidecar.toString()));
        assertThat(deft("call", "read", path, "--session", "s1").out())
                .contains("many.txt:1:line 0");
        Path policy = Files.writeString(root.resolve("p.json"), "{\"headless\":true,\"rules\":[]}");
        assertThat(
                        deft("call", "read", path, "--session", "s1", "--policy", policy.toString())
                                .out())
                .as("its own sidecars are always open to a session")
                .contains("many.txt:1:line 0");
    }

    @Test
    void reportWhyAFileCannotBeRead() throws Exception {
        assertThat(deft("sessions", "export", "s1", "--output", "nowhere/s1.html").err())
                .isEqualTo(
                        "deft: %s: there is no such file or directory\n"
                                .formatted(root.resolve("nowhere/s1.html")));
        Files.writeString(root.resolve("file"), "");
        assertThat(deft("demo", "--in", "file").err())
                .isEqualTo("deft: %s already exists\n".formatted(root.resolve("file")));
    }

    @Test
    void verifyTheOthersIfOneCannotBeRead() throws Exception {
        Files.createDirectory(root.resolve(".deft/sessions/odd.jsonl"));
        Files.writeString(root.resolve(".deft/sessions/no id.jsonl"), "");

        DeftRun verified = deft("sessions", "verify");
        assertThat(verified.out()).isEqualTo("s1: 12 entries, intact\n");
        assertThat(verified.code()).isZero();
    }
}
