package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A session that somebody else wrote or changed can be read, but has no effects.
class ForeignSessionTest {

    private static final String POLICY =
            """
            {"headless": false, "rules": [{"scope": "manifest", "permission": "set_env", "pattern": "**", "action": "allow"}]}
            """;

    @TempDir private Path theirs;
    @TempDir private Path root;

    private DeftRun deft(String... words) {
        return DeftRun.in(root, "", words);
    }

    /// Somebody else's session, with a variable, a file that can be undone and a rule.
    @BeforeEach
    void aSessionOfSomebodyElse() throws IOException {
        Files.writeString(theirs.resolve("policy.json"), POLICY);
        assertThat(call(theirs, "set_env", "{\"key\":\"GREETING\",\"value\":\"theirs\"}").code())
                .isZero();
        assertThat(call(theirs, "write", "{\"path\":\"a.txt\",\"content\":\"theirs\\n\"}").code())
                .isZero();
        DeftRun asked =
                DeftRun.in(
                        theirs,
                        """
                        {"id":1,"tool":"write","args":{"path":"b.txt","content":"b"}}
                        {"id":1,"answer":"session"}
                        """,
                        "call",
                        "--batch",
                        "--session",
                        "demo",
                        "--policy",
                        "policy.json");
        assertThat(asked.out()).contains("\"created\":true");
    }

    private static DeftRun call(Path root, String tool, String arguments) {
        return DeftRun.in(root, "", "call", tool, arguments, "--session", "demo");
    }

    private void checkout() throws IOException {
        copy(theirs.resolve(".deft"), root.resolve(".deft"));
        copy(theirs.resolve("a.txt"), root.resolve("a.txt"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path it : all.toList()) {
                Files.copy(it, to.resolve(from.relativize(it).toString()));
            }
        }
    }

    private String greeting() {
        return call(root, "get_env", "{\"key\":\"GREETING\"}").out();
    }

    private void alter(UnaryOperator<String> change) throws IOException {
        Path log = root.resolve(".deft/sessions/demo.jsonl");
        Files.writeString(log, change.apply(Files.readString(log)));
    }

    @Test
    void setsNoVariables() throws Exception {
        checkout();

        DeftRun run = call(root, "get_env", "{\"key\":\"GREETING\"}");

        assertThat(run.out()).doesNotContain("theirs");
        assertThat(run.err())
                .hasLineCount(1)
                .contains("Session demo was not written by you")
                .contains("deft sessions adopt demo");
    }

    @Test
    void setsNoVariablesWithoutSignatures() throws Exception {
        checkout();
        alter(it -> it.replaceAll(",\"mac\":\"[0-9a-f]{64}\"", ""));

        assertThat(greeting()).doesNotContain("theirs");
        assertThat(deft("sessions", "verify", "demo").out())
                .contains("intact", "are not signed with your key");
    }

    @Test
    void setsNoVariablesUnderAnotherId() throws Exception {
        call(root, "set_env", "{\"key\":\"GREETING\",\"value\":\"mine\"}");
        Files.copy(
                root.resolve(".deft/sessions/demo.jsonl"),
                root.resolve(".deft/sessions/other.jsonl"));

        DeftRun run = deft("call", "get_env", "{\"key\":\"GREETING\"}", "--session", "other");

        assertThat(run.out()).doesNotContain("mine");
        assertThat(run.err()).contains("not written by you");
    }

    @Test
    void bringsNoRules() throws Exception {
        checkout();
        copy(theirs.resolve("policy.json"), root.resolve("policy.json"));
        // As sessions kept their rules once.
        Files.writeString(
                root.resolve(".deft/sessions/old.jsonl"),
                """
                {"role":"kept","ts":"2026-01-01T00:00:00Z","name":"rules","value":{"rules":[{"scope":"session","permission":"write","pattern":"**","action":"allow"}]},"id":1,"parent":0,"hash":"0000000000000000000000000000000000000000000000000000000000000000"}
                """);

        for (String session : List.of("demo", "old")) {
            assertThat(
                            deft(
                                            "call",
                                            "write",
                                            "{\"path\":\"c.txt\",\"content\":\"c\"}",
                                            "--session",
                                            session,
                                            "--policy",
                                            "policy.json")
                                    .out())
                    .contains("permission_denied");
        }
        assertThat(root.resolve("c.txt")).doesNotExist();
    }

    @Test
    void storesTheRulesOfTheUserOutsideTheWorkspace() throws Exception {
        assertThat(Files.readString(theirs.resolve(".deft/sessions/demo.jsonl")))
                .doesNotContain("\"permission\"");
        assertThat(
                        DeftRun.in(
                                        theirs,
                                        "",
                                        "call",
                                        "write",
                                        "{\"path\":\"b.txt\",\"content\":\"c\"}",
                                        "--session",
                                        "demo",
                                        "--policy",
                                        "policy.json")
                                .code())
                .as("whoever gave the rule still has it")
                .isZero();
    }

    @Test
    void undoesNothing() throws Exception {
        checkout();

        DeftRun run = deft("sessions", "undo", "demo");

        assertThat(run.err()).contains("There is nothing to undo");
        assertThat(root.resolve("a.txt")).hasContent("theirs\n");
        assertThat(root.resolve(".deft/sessions/demo.foreign/undo")).isDirectory();
    }

    @Test
    void undoesNothingIfOnlyItsDirectoryExists() throws Exception {
        checkout();
        Files.delete(root.resolve(".deft/sessions/demo.jsonl"));
        call(root, "get_env", "{\"key\":\"HOME\"}");

        assertThat(deft("sessions", "undo", "demo").err()).contains("There is nothing to undo");
        assertThat(root.resolve("a.txt")).hasContent("theirs\n");
    }

    @Test
    void hasNoProcesses() throws Exception {
        checkout();
        Path process =
                Files.createDirectories(root.resolve(".deft/sessions/demo/processes/proc_1"));
        Files.writeString(
                process.resolve("process.json"),
                "{\"pid\":%d,\"command\":\"x\",\"tier\":\"none\",\"started\":0}"
                        .formatted(ProcessHandle.current().pid()));

        assertThat(call(root, "process", "{\"action\":\"list\",\"process_id\":\"\"}").out())
                .doesNotContain("proc_1");
        assertThat(deft("sessions", "delete", "demo").code()).isZero();
        assertThat(root.resolve(".deft/sessions/demo.foreign")).doesNotExist();
    }

    @Test
    void takesEffectOnceItIsAdopted() throws Exception {
        checkout();

        DeftRun shown = deft("sessions", "adopt", "demo");
        assertThat(shown.code()).isEqualTo(1);
        assertThat(shown.out()).contains("stores deft.env: {\"GREETING\":\"theirs\"}", "--yes");
        assertThat(greeting()).doesNotContain("theirs");

        assertThat(deft("sessions", "adopt", "demo", "--yes").code()).isZero();
        DeftRun obeyed = call(root, "get_env", "{\"key\":\"GREETING\"}");
        assertThat(obeyed.out()).contains("theirs");
        assertThat(obeyed.err()).isEmpty();
        assertThat(deft("sessions", "verify", "demo").code()).isZero();
    }

    @Test
    void staysForeignInAFork() throws Exception {
        checkout();

        deft("sessions", "fork", "demo", "--name", "copy");
        DeftRun run = deft("call", "get_env", "{\"key\":\"GREETING\"}", "--session", "copy");

        assertThat(run.out()).doesNotContain("theirs");
        assertThat(run.err()).contains("not written by you");
    }

    @Test
    void isTrustedInAForkOfATrustedSession() {
        call(root, "set_env", "{\"key\":\"GREETING\",\"value\":\"mine\"}");

        deft("sessions", "fork", "demo", "--name", "copy");
        DeftRun run = deft("call", "get_env", "{\"key\":\"GREETING\"}", "--session", "copy");

        assertThat(run.out()).contains("mine");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void isReportedInARun() throws Exception {
        checkout();
        try (var model = BothWires.following(says("Fine."), says("Fine."))) {
            DeftRun run =
                    DeftRun.in(
                            root,
                            model.environment("anthropic"),
                            "",
                            "run",
                            "go on",
                            "--session",
                            "demo",
                            "--output",
                            "stream-json");

            assertThat(run.out())
                    .startsWith("{\"type\":\"session\"")
                    .contains("\"type\":\"warning\"", "not written by you");
        }
    }

    @Test
    void isReportedIfAMessageWasChanged() throws Exception {
        try (var model = BothWires.following(says("The answer is 41."), says("Fine."))) {
            run(model);
            alter(it -> it.replace("The answer is 41.", "The answer is 43."));

            String warned = run(model).out();

            assertThat(warned)
                    .contains("\"type\":\"warning\"", "was changed or damaged from line ");
        }
        for (String what : List.of("show", "export", "replay", "fork")) {
            assertThat(deft("sessions", what, "demo").err())
                    .as(what)
                    .contains("was changed or damaged from line ");
        }
    }

    private DeftRun run(BothWires model) {
        return DeftRun.in(
                root,
                model.environment("anthropic"),
                "",
                "run",
                "go on",
                "--session",
                "demo",
                "--output",
                "stream-json");
    }

    @Test
    void setsNoVariableThatWasChanged() throws Exception {
        call(root, "set_env", "{\"key\":\"GREETING\",\"value\":\"mine\"}");
        alter(it -> it.replace("\"GREETING\":\"mine\"", "\"GREETING\":\"evil\""));

        DeftRun run = call(root, "get_env", "{\"key\":\"GREETING\"}");

        assertThat(run.out()).doesNotContain("evil");
        assertThat(run.err()).contains("was changed or damaged from line ");
    }

    @Test
    void isReportedIfItWasTruncated() throws Exception {
        call(root, "set_env", "{\"key\":\"GREETING\",\"value\":\"one\"}");
        String before = Files.readString(root.resolve(".deft/sessions/demo.jsonl"));
        call(root, "set_env", "{\"key\":\"GREETING\",\"value\":\"two\"}");
        alter(_ -> before);

        assertThat(call(root, "get_env", "{\"key\":\"GREETING\"}").err())
                .contains("The log of session demo was truncated or replaced");
    }

    @Test
    void isReportedIfEntriesWereReordered() throws Exception {
        call(root, "set_env", "{\"key\":\"GREETING\",\"value\":\"one\"}");
        call(root, "set_env", "{\"key\":\"GREETING\",\"value\":\"two\"}");
        alter(it -> {
            List<String> lines = it.lines().toList();
            int half = lines.size() / 2;
            return String.join("\n", lines.subList(half, lines.size()))
                    + "\n"
                    + String.join("\n", lines.subList(0, half))
                    + "\n";
        });

        DeftRun run = call(root, "get_env", "{\"key\":\"GREETING\"}");

        assertThat(run.err()).contains("was changed or damaged from line 1 on");
        assertThat(run.out()).doesNotContain("one");
    }
}
