package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.policy.ToolLimits;
import dev.deft.reference.ReferenceArguments;
import dev.deft.registry.EnvelopeJson;
import dev.deft.registry.ModelText;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Results by reference, in real sessions whose results are cut at 1 KB.
class ReferencesTest {

    private static final String SECRET = "hunter2-hunter2-hunter2";

    @TempDir Path root;

    private Engine engine;
    private Workspace workspace;

    @BeforeEach
    void open() throws IOException {
        engine =
                Engine.builder()
                        .environment(
                                Map.of(
                                        "DEFT_HOME",
                                        root.resolve(".home").toString(),
                                        "PATH",
                                        System.getenv("PATH"),
                                        "MY_API_TOKEN",
                                        SECRET))
                        .build();
        workspace = engine.workspace(root);
    }

    @AfterEach
    void close() {
        workspace.close();
        engine.close();
    }

    private Session session(String id, String... rules) throws IOException {
        return workspace.session().id(id).agent(agent().rules(Agents.rules(rules))).open();
    }

    private static AgentSpec agent() {
        var small =
                new ToolLimits.Bounds(
                        OptionalInt.of(1024),
                        OptionalInt.empty(),
                        Optional.empty(),
                        OptionalInt.empty());
        return AgentSpec.trusted().limits(ToolLimits.of(small, Map.of()));
    }

    /// A result of that many numbered lines.
    private Envelope lines(Session session, String file, int count) throws IOException {
        Files.writeString(root.resolve(file), numbered(count));
        return session.call("bash", Map.of("command", "cat " + file));
    }

    private static String numbered(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(it -> "echo line " + it + "\n")
                .collect(Collectors.joining());
    }

    private static String ref(Envelope envelope) {
        Json.Obj metadata = (Json.Obj) EnvelopeJson.write(envelope).find("metadata").orElseThrow();
        return metadata.text("ref").orElse("");
    }

    private static String code(Envelope envelope) {
        Json.Obj metadata = (Json.Obj) EnvelopeJson.write(envelope).find("metadata").orElseThrow();
        return metadata.text("code").orElse("");
    }

    private Envelope write(Session session, String content) {
        return session.call("write", Map.of("path", "out.txt", "content", content));
    }

    @Test
    void passesAWholeResultThatTheModelSawOnlyTheHeadOf() throws IOException {
        try (Session session = session("s")) {
            Envelope cut = lines(session, "in.txt", 1_000);

            assertThat(ref(cut)).isEqualTo("ref:bash-1");
            assertThat(ModelText.of(cut)).contains("\"ref:bash-1\" stands for all of it");
            assertThat(write(session, "ref:bash-1").failed()).isFalse();
            assertThat(root.resolve("out.txt")).content().isEqualTo(numbered(1_000));
        }
        assertThat(
                        Files.readString(root.resolve(".deft/sessions/s.jsonl"))
                                .lines()
                                .filter(it ->
                                        it.contains("\"role\":\"call\"")
                                                && it.contains("\"write\"")))
                .singleElement()
                .asString()
                .contains("\"content\":\"ref:bash-1\"", "\"sha256\":\"", "\"bytes\":")
                .doesNotContain("line 500");
    }

    @Test
    void namesNothingThatIsShownWhole() throws IOException {
        try (Session session = session("s")) {
            assertThat(ref(lines(session, "in.txt", 3))).isEmpty();
        }
    }

    @Test
    void judgesAScriptFromAResultAsTheScriptItIs() throws IOException {
        try (Session session = session("s", "deny bash touch *")) {
            Files.writeString(root.resolve("in.txt"), numbered(200) + "touch made\n");
            assertThat(ref(session.call("bash", Map.of("command", "cat in.txt"))))
                    .isEqualTo("ref:bash-1");

            Envelope denied = session.call("bash", Map.of("command", "ref:bash-1"));

            assertThat(code(denied)).as(denied.text()).isEqualTo("permission_denied");
            assertThat(root.resolve("made")).doesNotExist();

            assertThat(ref(lines(session, "in.txt", 200))).isEqualTo("ref:bash-2");
            assertThat(session.call("bash", Map.of("command", "ref:bash-2")).text())
                    .startsWith("line 1\nline 2\n");
        }
    }

    @Test
    void showsTheApproverWhatIsReallyPassed() throws IOException {
        List<Approver.Request> asked = new ArrayList<>();
        try (Session session =
                workspace
                        .session()
                        .id("s")
                        .agent(agent().rules(Agents.rules("ask write out.txt")))
                        .approver(request -> {
                            asked.add(request);
                            return Approval.ONCE;
                        })
                        .open()) {
            lines(session, "in.txt", 500);
            assertThat(write(session, "ref:bash-1").failed()).isFalse();
        }
        assertThat(asked)
                .singleElement()
                .satisfies(
                        it -> assertThat(it.arguments().text("content")).contains(numbered(500)));
    }

    @Test
    void takesTextThatIsNoIssuedNameAsItIs() throws IOException {
        try (Session session = session("s")) {
            lines(session, "in.txt", 500);
            for (String text :
                    List.of(
                            "ref:",
                            "ref:bash",
                            "ref:bash-",
                            "ref:bash-0",
                            "ref:bash-01",
                            "ref:bash-1 ",
                            " ref:bash-1",
                            "REF:bash-1",
                            "xref:bash-1",
                            "ref:bash-1\n",
                            "ref:no_tool_of_ours-1",
                            "ref:heads/main-2",
                            "ref:../../x-1",
                            "ref:bash-9999999999999")) {
                assertThat(write(session, text).failed()).as(text).isFalse();
                assertThat(root.resolve("out.txt")).content().isEqualTo(text);
            }
        }
    }

    @Test
    void namesTheKnownResultsWhenOneIsNotThere() throws IOException {
        try (Session session = session("s")) {
            lines(session, "in.txt", 500);

            Envelope unknown = write(session, "ref:grep-7");

            assertThat(code(unknown)).isEqualTo("not_found");
            assertThat(unknown.text())
                    .isEqualTo(
                            "There is no result ref:grep-7. The latest are: ref:bash-1. To pass"
                                    + " this text itself, put something before or after it.");
            assertThat(root.resolve("out.txt")).doesNotExist();
        }
    }

    @Test
    void isOfOneSessionOnly() throws IOException {
        try (Session session = session("one");
                Session other = session("other")) {
            lines(session, "in.txt", 500);

            assertThat(code(write(other, "ref:bash-1"))).isEqualTo("not_found");
        }
    }

    @Test
    void outlivesTheProcess() throws IOException {
        try (Session session = session("s")) {
            lines(session, "in.txt", 500);
        }
        try (Session session = session("s")) {
            assertThat(write(session, "ref:bash-1").failed()).isFalse();
            assertThat(root.resolve("out.txt")).content().isEqualTo(numbered(500));
            assertThat(ref(lines(session, "in.txt", 500)))
                    .as("after the diff of write")
                    .isEqualTo("ref:bash-3");
        }
    }

    @Test
    void takesNoMoreThanItsBound() throws IOException {
        try (Session session = session("s")) {
            String mebibyte = "%0" + (1 << 20) + "d";
            Envelope large =
                    session.call(
                            "bash",
                            Map.of(
                                    "command",
                                    "for i in 1 2 3 4 5 6 7 8 9; do printf '%s' 0; done"
                                            .formatted(mebibyte)));
            assertThat(ref(large)).isEqualTo("ref:bash-1");

            Envelope refused = write(session, "ref:bash-1");

            assertThat(code(refused)).isEqualTo("too_large");
            assertThat(refused.text()).contains(String.valueOf(ReferenceArguments.MOST_BYTES));

            session.call(
                    "bash",
                    Map.of(
                            "command",
                            "for i in 1 2 3 4 5; do printf '%s' 0; done".formatted(mebibyte)));
            assertThat(
                            code(
                                    session.call(
                                            "edit",
                                            Map.of(
                                                    "path",
                                                    "in.txt",
                                                    "old_text",
                                                    "ref:bash-2",
                                                    "new_text",
                                                    "ref:bash-2"))))
                    .as("both together")
                    .isEqualTo("too_large");
        }
    }

    @Test
    void refusesResultsAsPathsAndAddresses() throws IOException {
        try (Session session = session("s")) {
            lines(session, "in.txt", 500);
            Envelope path = session.call("write", Map.of("path", "ref:bash-1", "content", "x"));
            assertThat(code(path)).isEqualTo("invalid_arguments");
            assertThat(path.text()).contains("path takes none");
            assertThat(
                            code(
                                    session.call(
                                            "bash",
                                            Map.of("command", "true", "workdir", "ref:bash-1"))))
                    .isEqualTo("invalid_arguments");
            assertThat(code(session.call("web_fetch", Map.of("url", "ref:bash-1"))))
                    .isEqualTo("invalid_arguments");
        }
    }

    @Test
    void refusesAFileThatWasChangedReplacedOrRemoved() throws IOException {
        try (Session session = session("s")) {
            Path sidecar = lines(session, "in.txt", 500).sidecar().orElseThrow();
            String before = Files.readString(sidecar);

            Files.writeString(sidecar, before.replace("line 7\n", "line 8\n"));
            assertThat(code(write(session, "ref:bash-1"))).isEqualTo("conflict");

            Files.delete(sidecar);
            Files.createSymbolicLink(sidecar, root.resolve("in.txt"));
            assertThat(code(write(session, "ref:bash-1"))).isEqualTo("not_found");

            Files.delete(sidecar);
            assertThat(code(write(session, "ref:bash-1"))).isEqualTo("not_found");
            assertThat(root.resolve("out.txt")).doesNotExist();
        }
    }

    @Test
    void refusesAFileThatWasChangedAndGotItsOldTimeBack() throws IOException {
        try (Session session = session("s")) {
            Path sidecar = lines(session, "in.txt", 500).sidecar().orElseThrow();
            String before = Files.readString(sidecar);
            FileTime written = Files.getLastModifiedTime(sidecar);
            Object changed = Files.getAttribute(sidecar, "unix:ctime");

            while (Files.getAttribute(sidecar, "unix:ctime").equals(changed)) {
                Files.writeString(sidecar, before.replace("line 7\n", "line 8\n"));
                Files.setLastModifiedTime(sidecar, written);
            }
            assertThat(code(write(session, "ref:bash-1"))).isEqualTo("conflict");
        }
    }

    @Test
    void readsNothingOutsideItsDirectoryWhateverTheLogSays() throws IOException {
        Path outside = root.resolve("secret.txt");
        Files.writeString(outside, "secret");
        Files.createDirectories(root.resolve(".deft/sessions/s"));
        Files.createSymbolicLink(root.resolve(".deft/sessions/s/link.txt"), outside);
        String hash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";
        for (String file : List.of("../../../secret.txt", "link.txt", outside.toString())) {
            try (Session session = session("s")) {
                session.call(
                        "todo",
                        Map.of("todos", List.of(Map.of("content", "a", "status", "pending"))));
            }
            Path log = root.resolve(".deft/sessions/s.jsonl");
            Files.writeString(
                    log,
                    "{\"role\":\"kept\",\"ts\":\"2026-01-01T00:00:00Z\",\"name\":\"refs\",\"value\":{\"issued\":1,\"refs\":[{\"name\":\"ref:bash-1\",\"tool\":\"bash\",\"file\":\"%s\",\"bytes\":6,\"sha256\":\"%s\"}]}}\n"
                            .formatted(file, hash),
                    StandardOpenOption.APPEND);
            try (Session session = session("s")) {
                assertThat(code(write(session, "ref:bash-1"))).as(file).isEqualTo("not_found");
            }
            Files.delete(log);
        }
    }

    @Test
    void keepsSecretsMasked() throws IOException {
        try (Session session = session("s")) {
            Files.writeString(root.resolve("in.txt"), numbered(300) + SECRET + "\n");
            assertThat(ref(session.call("bash", Map.of("command", "cat in.txt"))))
                    .isEqualTo("ref:bash-1");

            Envelope written = write(session, "ref:bash-1");
            Envelope encoded = session.call("json_stringify", Map.of("data", "ref:bash-1"));

            assertThat(written.text()).doesNotContain(SECRET);
            assertThat(encoded.text()).startsWith("\"echo line 1\\n").doesNotContain(SECRET);
            assertThat(encoded.sidecar().orElseThrow()).content().doesNotContain(SECRET);
            if (Files.exists(root.resolve("out.txt"))) {
                assertThat(root.resolve("out.txt")).content().doesNotContain(SECRET);
            }
        }
    }

    @Test
    void listsAndDropsNamesAndKeepsTheLatest() throws IOException {
        try (Session session = session("s")) {
            Files.writeString(root.resolve("in.txt"), numbered(200));
            for (int i = 0; i < 101; i++) {
                session.call("bash", Map.of("command", "cat in.txt"));
            }

            Envelope listed = session.call("refs", Map.of());
            assertThat(listed.text()).startsWith("ref:bash-101: 2692 bytes of bash, ");
            assertThat(ref(listed)).as("a list of names has none").isEmpty();
            assertThat(listed.sidecar().orElseThrow())
                    .content()
                    .contains("ref:bash-2: ")
                    .doesNotContain("ref:bash-1: ")
                    .hasLineCount(100);

            Envelope oldest = write(session, "ref:bash-1");
            assertThat(code(oldest)).isEqualTo("not_found");
            assertThat(oldest.text())
                    .startsWith(
                            "There is no result ref:bash-1 any more: only the latest 100 names are"
                                    + " kept. The latest are: ref:");

            assertThat(session.call("refs", Map.of("drop", "ref:bash-50")).failed()).isFalse();
            assertThat(code(write(session, "ref:bash-50"))).isEqualTo("not_found");
            assertThat(code(session.call("refs", Map.of("drop", "ref:bash-50"))))
                    .isEqualTo("not_found");
        }
    }
}
