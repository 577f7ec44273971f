package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Directories outside the workspace, on the command line and in settings.
class AddDirTest {

    @TempDir Path temporary;
    private Path app;
    private Path lib;

    @BeforeEach
    void makeDirectories() throws IOException {
        Path top = temporary.toRealPath();
        app = Files.createDirectories(top.resolve("app"));
        lib = Files.createDirectories(top.resolve("lib"));
        Files.writeString(lib.resolve("lib.txt"), "in the library\n");
    }

    private DeftRun deft(String... words) {
        return DeftRun.in(app, home(), "", words);
    }

    private Map<String, String> home() {
        return Map.of("DEFT_HOME", app.resolveSibling("home").toString());
    }

    private static String json(String name, String value) {
        return JsonText.write(Json.Obj.EMPTY.with(name, value));
    }

    private String read() {
        return json("path", lib.resolve("lib.txt").toString());
    }

    @Test
    void aCallReadsThereOnlyWhereTheOptionGrantsIt() {
        assertThat(deft("call", "read", read()).out()).contains("capability_denied");
        assertThat(deft("call", "read", read(), "--add-dir", "../lib").out())
                .contains("in the library");
        assertThat(
                        deft(
                                        "call",
                                        "read",
                                        json("path", "../lib/lib.txt"),
                                        "--add-dir",
                                        lib.toString())
                                .out())
                .contains("in the library");
    }

    @Test
    void whatCannotBeGrantedIsBadUsage() throws IOException {
        Files.writeString(app.resolve("file"), "");
        Files.createDirectories(app.resolveSibling("home/data"));
        Files.createDirectories(app.resolve("sub"));
        for (String bad : List.of("missing", "file", "/", "..", "../home", "../home/data")) {
            DeftRun ran = deft("call", "read", read(), "--add-dir", bad);
            assertThat(ran.code()).as(bad + ran.out()).isEqualTo(2);
            assertThat(ran.err()).contains("--add-dir: ");
        }
        assertThat(deft("call", "read", read(), "--add-dir", "sub").err())
                .contains("part of the workspace already");
    }

    @Test
    void explainKnowsIt() throws IOException {
        Files.writeString(
                app.resolve("policy.json"),
                """
                {"rules": [{"permission": "*", "pattern": "*", "action": "allow"},
                           {"permission": "fs.read", "pattern": "%s/**", "action": "deny"}]}
                """
                        .formatted(lib));
        assertThat(deft("policy", "explain", "read", read()).out())
                .contains("leads outside the workspace");
        assertThat(deft("policy", "explain", "read", read(), "--add-dir", "../lib").out())
                .endsWith("→ allow\n");
        assertThat(
                        deft(
                                        "policy",
                                        "explain",
                                        "read",
                                        read(),
                                        "--add-dir",
                                        "../lib",
                                        "--policy",
                                        "policy.json")
                                .out())
                .contains("deny fs.read " + lib + "/**")
                .endsWith("→ deny\n");
    }

    private DeftRun run(String... more) throws Exception {
        String made = lib.resolve("made.txt").toString();
        try (var model =
                BothWires.following(
                        calls("read", args("path", lib.resolve("lib.txt").toString()))
                                .and("write", args("path", made, "content", "made")),
                        says("Done."))) {
            Map<String, String> environment = new HashMap<>(model.environment("anthropic"));
            environment.putAll(home());
            return DeftRun.in(
                    app,
                    environment,
                    "",
                    Stream.concat(
                                    Stream.of("run", "go", "--yes-edits", "--output", "json"),
                                    Stream.of(more))
                            .toArray(String[]::new));
        }
    }

    @Test
    void aRunWorksThereAndItsChangesCanBeUndone() throws Exception {
        DeftRun ran = run("--add-dir", "../lib", "--session", "s");

        Path made = lib.resolve("made.txt");
        assertThat(made).as(ran.out() + ran.err()).hasContent("made");
        assertThat(JsonText.parseObject(ran.out()).find("files_changed"))
                .contains(Json.Arr.ofTexts(List.of(made.toString())));
        assertThat(lib.resolve(".deft")).doesNotExist();
        assertThat(deft("sessions", "diff", "s").out())
                .contains("--- /dev/null\n+++ " + made + "\n");

        DeftRun refused = deft("sessions", "undo", "s");
        assertThat(refused.code()).isNotZero();
        assertThat(refused.err()).contains("--add-dir");
        assertThat(made).exists();

        assertThat(deft("sessions", "undo", "s", "--add-dir", lib.toString()).code()).isZero();
        assertThat(made).doesNotExist();
    }

    @Test
    void aRunWithoutItDoesNotReachThere() throws Exception {
        DeftRun ran = run();

        assertThat(lib.resolve("made.txt")).as(ran.out()).doesNotExist();
    }

    private void settings(Path file, String directory) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\"directories\": [\"%s\"]}".formatted(directory));
    }

    @Test
    void theUsersOwnSettingsGrantThem() throws Exception {
        settings(app.resolveSibling("home/config/agent.json"), "../lib");
        run();

        assertThat(lib.resolve("made.txt")).hasContent("made");
    }

    @Test
    void settingsThatMakeNoSenseHereAreAWarning() throws Exception {
        settings(app.resolveSibling("home/config/agent.json"), "../missing");
        DeftRun ran = run();

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("directories: there is no directory ../missing");
    }

    @Test
    void theSettingsOfAWorkspaceGrantThemOnlyWhereItIsTrusted() throws Exception {
        settings(app.resolve(".deft/agent.json"), "../lib");
        DeftRun ran = run();

        assertThat(ran.err()).contains("directories");
        assertThat(lib.resolve("made.txt")).doesNotExist();

        DeftRun trusted = deft("trust", "add", "--yes");
        assertThat(trusted.code()).as(trusted.out() + trusted.err()).isZero();
        DeftRun granted = run();
        assertThat(lib.resolve("made.txt"))
                .as(trusted.out() + granted.out() + granted.err())
                .hasContent("made");
    }

    /// What a killed writer noted before it made a temporary file there.
    private byte[] note(Path draft) throws IOException {
        var body = new ByteArrayOutputStream();
        var out = new DataOutputStream(body);
        out.writeInt(1);
        out.writeUTF(draft.toString());
        out.writeInt(0);
        var checksum = new CRC32C();
        checksum.update(body.toByteArray());
        var note = new ByteArrayOutputStream();
        var framed = new DataOutputStream(note);
        framed.writeInt(body.size());
        framed.writeLong(checksum.getValue());
        body.writeTo(framed);
        return note.toByteArray();
    }

    @Test
    void whatAKilledWriterLeftThereIsRepairedOnlyWithTheGrant() throws Exception {
        Path draft = Files.writeString(lib.resolve(".deft-0123456789abcdef.tmp"), "ne");
        Path note = app.resolve(".deft/journal/one-0123456789abcdef");
        Files.createDirectories(note.getParent());
        Files.write(note, note(draft));
        String write = "{\"path\":\"a.txt\",\"content\":\"new\"}";

        DeftRun without = deft("call", "write", write);
        assertThat(without.code()).as(without.out()).isZero();
        assertThat(without.err()).isEmpty();
        assertThat(app.resolve("a.txt")).hasContent("new");
        assertThat(draft).exists();
        assertThat(note).exists();

        deft("call", "write", write, "--add-dir", "../lib");
        assertThat(draft).doesNotExist();
        assertThat(note).doesNotExist();
    }
}
