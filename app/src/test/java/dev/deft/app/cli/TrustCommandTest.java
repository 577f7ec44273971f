package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.trust.ActingFiles;
import dev.deft.agent.trust.RefusedWorkspace;
import dev.deft.agent.trust.TrustStore;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustCommandTest {

    private static final String AGENT =
            """
            {
              "mcp": {"db": {"command": "./bin/db", "args": ["--all"]}},
              "providers": {"anthropic": {"base_url": "https://proxy.example"}}
            }
            """;

    @TempDir private Path directory;
    private Path root;
    private Path home;

    @BeforeEach
    void makeAWorkspace() throws Exception {
        root = Files.createDirectories(directory.toRealPath().resolve("work"));
        home = directory.toRealPath().resolve("home");
        write(".deft/agent.json", AGENT);
        write("bin/db", "#!/bin/sh\nexec cat\n");
    }

    private void write(String name, String text) throws Exception {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private DeftRun deft(String... words) {
        return in(root, words);
    }

    private DeftRun in(Path at, String... words) {
        return DeftRun.in(at, Map.of("DEFT_HOME", home.toString()), "", words);
    }

    private Json.Obj json(String... words) throws Exception {
        return JsonText.parseObject(deft(words).out());
    }

    private boolean usesTheProxy(Path at) {
        return in(at, "config", "show", "--json").out().contains("proxy.example");
    }

    @Test
    void showsWhatAWorkspaceWouldDoAndTrustsNothingWithoutAYes() throws Exception {
        DeftRun shown = deft("trust");
        assertThat(shown.code()).isZero();
        assertThat(shown.out())
                .contains(root + "  not trusted")
                .containsPattern("MCP server +db +./bin/db --all")
                .containsPattern("setting +providers");

        DeftRun refused = deft("trust", "add");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).contains("deft trust add --yes");
        assertThat(usesTheProxy(root)).isFalse();
    }

    @Test
    void trustsAWorkspaceUntilItIsRemoved() throws Exception {
        assertThat(deft("trust", "add", "--yes").out())
                .contains("Trusted " + root + " with 2 files");
        assertThat(usesTheProxy(root)).isTrue();
        assertThat(json("trust", "--json").find("trusted")).contains(new Json.Bool(true));

        assertThat(deft("trust", "remove").out()).contains("No longer trusted: " + root);
        assertThat(usesTheProxy(root)).isFalse();
        assertThat(deft("trust", "remove").code()).isEqualTo(1);
    }

    @Test
    void remembersARefusalUntilTheFilesChangeOrTheWorkspaceIsTrusted() throws Exception {
        var store =
                new TrustStore(UserDirectories.from(Map.of("DEFT_HOME", home.toString())).data());
        assertThat(store.isDecided(root)).as("a new workspace").isFalse();

        store.refuse(
                new RefusedWorkspace(
                        root,
                        Instant.parse("2026-01-02T03:04:05Z"),
                        ActingFiles.of(root).fingerprints()));

        assertThat(store.isDecided(root)).isTrue();
        assertThat(store.find(root)).as("it grants nothing").isEmpty();
        assertThat(usesTheProxy(root)).isFalse();
        assertThat(deft("trust").out()).contains(root + "  refused since 2026-01-02T03:04:05Z");
        assertThat(json("trust", "--json").find("refused").toString()).contains(root.toString());

        write(".deft/agent.json", AGENT.replace("proxy.example", "evil.example"));
        assertThat(store.isDecided(root)).as("a file that changed").isFalse();

        assertThat(deft("trust", "add", "--yes").code()).isZero();
        assertThat(store.isDecided(root)).isTrue();
        assertThat(store.refusal(root)).isEmpty();
        assertThat(deft("trust").out()).doesNotContain("refused");
    }

    @Test
    void aRefusalReplacesTrustAndCanBeForgotten() throws Exception {
        var store =
                new TrustStore(UserDirectories.from(Map.of("DEFT_HOME", home.toString())).data());
        deft("trust", "add", "--yes");
        store.refuse(
                new RefusedWorkspace(root, Instant.EPOCH, ActingFiles.of(root).fingerprints()));

        assertThat(usesTheProxy(root)).isFalse();
        DeftRun forgotten = deft("trust", "remove");
        assertThat(forgotten.code()).isZero();
        assertThat(forgotten.out()).contains("Forgotten that it is not trusted: " + root);
        assertThat(store.isDecided(root)).isFalse();
    }

    @Test
    void isKeptWhereOnlyItsOwnerCanReadIt() throws Exception {
        deft("trust", "add", "--yes");
        try (Stream<Path> all = Files.walk(home)) {
            List<Path> files =
                    all.filter(it -> it.getFileName().toString().equals("trust.json")).toList();
            assertThat(files).hasSize(1);
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(files.getFirst())))
                    .isEqualTo("rw-------");
        }
        try (Stream<Path> all = Files.walk(root)) {
            assertThat(all.map(Path::toString)).noneMatch(it -> it.endsWith("trust.json"));
        }
    }

    @Test
    void leavesOutTheFileThatChangedAndSaysWhatToDo() throws Exception {
        deft("trust", "add", "--yes");
        write(".deft/agent.json", AGENT.replace("proxy.example", "evil.example"));

        DeftRun shown = deft("config", "show", "--json");
        assertThat(shown.out()).doesNotContain("evil.example");
        assertThat(shown.err())
                .contains(
                        "providers is ignored, since .deft/agent.json changed after you trusted the"
                                + " workspace; look at it, then run deft trust add");
        assertThat(deft("trust").out()).contains("not used: .deft/agent.json changed");

        deft("trust", "add", "--yes");
        assertThat(deft("config", "show", "--json").out()).contains("evil.example");
    }

    @Test
    void namesAProgramThatChanged() throws Exception {
        deft("trust", "add", "--yes");
        write("bin/db", "#!/bin/sh\nexec sh\n");
        assertThat(json("trust", "--json").find("changed"))
                .contains(Json.Arr.ofTexts(List.of("bin/db")));
        assertThat(usesTheProxy(root)).isTrue();
    }

    @Test
    void isOfAPathAndNotOfACopy() throws Exception {
        deft("trust", "add", "--yes");
        Path moved = root.resolveSibling("moved");
        Files.move(root, moved);
        assertThat(usesTheProxy(moved)).isFalse();

        Files.createDirectories(root.resolve(".deft"));
        write(".deft/agent.json", AGENT.replace("proxy", "evil.proxy"));
        assertThat(usesTheProxy(root)).as("another workspace at the old path").isFalse();
    }

    @Test
    void holdsForALinkToTheWorkspace() throws Exception {
        Path link = Files.createSymbolicLink(root.resolveSibling("link"), root);
        assertThat(in(link, "trust", "add", "--yes").out()).contains("Trusted " + root + " with");
        assertThat(usesTheProxy(root)).isTrue();
        assertThat(usesTheProxy(link)).isTrue();
    }

    @Test
    void followsNoLinkOutOfTheWorkspace() throws Exception {
        Path elsewhere = Files.createDirectories(root.resolveSibling("elsewhere"));
        Files.writeString(elsewhere.resolve("guard.sh"), "exit 0\n");
        Files.createSymbolicLink(root.resolve("guard.sh"), elsewhere.resolve("guard.sh"));
        Files.createDirectories(elsewhere.resolve("tools"));
        Files.writeString(elsewhere.resolve("tools/x.json"), "{\"command\": [\"x\"]}");
        Files.createSymbolicLink(root.resolve(".deft/tools"), elsewhere.resolve("tools"));
        write(".deft/agent.json", "{\"mcp\": {\"db\": {\"command\": \"./guard.sh\"}}}");

        DeftRun added = deft("trust", "add", "--yes");
        assertThat(added.out())
                .contains("guard.sh leads outside the workspace")
                .contains(".deft/tools leads outside the workspace")
                .contains("with 1 file as");
        assertThat(deft("trust").out()).contains("not used: guard.sh");
    }

    @Test
    void isRefusedForADirectoryThatHoldsTheStore() {
        DeftRun run =
                DeftRun.in(
                        root,
                        Map.of("DEFT_HOME", root.resolve(".home").toString()),
                        "",
                        "trust",
                        "add",
                        "--yes");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("contains your own Deft directory");
    }

    @Test
    void isOverruledByAPolicy() throws Exception {
        deft("trust", "add", "--yes");
        write("no.json", "{\"trust\": false}");
        assertThat(deft("config", "show", "--json", "--policy", "no.json").out())
                .doesNotContain("proxy.example");
    }

    @Test
    void listsAllTrustedWorkspacesAndForgetsThoseThatAreGone() throws Exception {
        Path other = Files.createDirectories(root.resolveSibling("other").resolve(".deft"));
        Files.writeString(other.resolve("agent.json"), "{\"prices\": {}}");
        assertThat(deft("trust", "add", "../other", "--yes").code()).isZero();
        assertThat(deft("trust").out()).contains("also trusted", String.valueOf(other.getParent()));

        Files.delete(other.resolve("agent.json"));
        Files.delete(other);
        Files.delete(other.getParent());
        assertThat(deft("trust", "remove", "../other").code()).isZero();
        assertThat(deft("trust").out()).doesNotContain("also trusted");
    }

    @Test
    void tellsOfABrokenEntry() throws Exception {
        deft("trust", "add", "--yes");
        Path entry;
        try (Stream<Path> all = Files.walk(home)) {
            entry = all.filter(it -> it.endsWith("trust.json")).findFirst().orElseThrow();
        }
        Files.writeString(entry, "{\"root\": 1");
        DeftRun run = deft("config", "show");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("trust.json is broken", "deft trust add");
    }

    @Test
    void answersBadUsageWithOneLine() {
        assertThat(deft("trust", "everything"))
                .isEqualTo(
                        new DeftRun(
                                2,
                                "",
                                "deft: trust: unknown action \"everything\"; use one of list, add,"
                                        + " remove (see deft trust --help)\n"));
        assertThat(deft("trust", "add", "nowhere").err()).contains("there is no directory nowhere");
    }
}
