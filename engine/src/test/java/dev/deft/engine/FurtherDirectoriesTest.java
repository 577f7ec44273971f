package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.session.SessionId;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.run.ToolCall;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// The files of directories outside the root that a session was granted.
class FurtherDirectoriesTest extends FurtherDirectoriesFixture {

    private String in(String path) {
        return lib.resolve(path).toString();
    }

    @Test
    void everyFileToolWorksThere() throws Exception {
        session(
                AgentSpec.trusted(),
                session -> {
                    assertThat(session.call("read", Map.of("path", in("lib.txt"))).text())
                            .contains("needle in lib");
                    assertThat(session.call("read", Map.of("path", "../lib/lib.txt")).text())
                            .contains("needle in lib");
                    Envelope written =
                            session.call(
                                    "write", Map.of("path", in("new/a.txt"), "content", "one\n"));
                    assertThat(written.text()).contains(in("new/a.txt"));
                    assertThat(
                                    session.call(
                                                    "edit",
                                                    Map.of(
                                                            "path",
                                                            in("new/a.txt"),
                                                            "old_text",
                                                            "one",
                                                            "new_text",
                                                            "two"))
                                            .failed())
                            .isFalse();
                    assertThat(lib.resolve("new/a.txt")).hasContent("two\n");
                    Envelope patched =
                            session.call(
                                    "apply_patch",
                                    Map.of(
                                            "patch",
                                            "*** Begin Patch\n*** Update File: %s\n@@\n-two\n+three\n*** Add File: %s\n+b\n*** Add File: both.txt\n+c\n*** End Patch\n"
                                                    .formatted(in("new/a.txt"), in("b.txt"))));
                    assertThat(patched.failed()).as(patched.text()).isFalse();
                    assertThat(lib.resolve("new/a.txt")).hasContent("three\n");
                    assertThat(lib.resolve("b.txt")).hasContent("b\n");
                    assertThat(app.resolve("both.txt")).hasContent("c\n");
                    Envelope info = session.call("get_file_info", Map.of("path", in("b.txt")));
                    assertThat(info.text()).contains("b.txt");
                    assertThat(session.call("ls", Map.of("path", in("."))).text())
                            .contains("b.txt", "src");
                    assertThat(
                                    session.call(
                                                    "glob",
                                                    Map.of("pattern", "**/*.java", "path", in(".")))
                                            .text())
                            .contains(in("src/Lib.java"));
                    Envelope found =
                            session.call("grep", Map.of("pattern", "needle", "path", in(".")));
                    assertThat(found.text())
                            .contains(in("src/Lib.java"), in("lib.txt"))
                            .doesNotContain("app.txt");
                    Envelope moved =
                            session.call(
                                    "move_file", Map.of("from", in("b.txt"), "to", in("c/d.txt")));
                    assertThat(moved.failed()).as(moved.text()).isFalse();
                    assertThat(lib.resolve("c/d.txt")).hasContent("b\n");
                    assertThat(session.call("delete_file", Map.of("path", in("c/d.txt"))).failed())
                            .isFalse();
                    assertThat(lib.resolve("c/d.txt")).doesNotExist();
                });
        assertThat(names(lib)).doesNotContain(".deft");
    }

    @Test
    void allMatchesInAFurtherDirectoryAreStoredWithTheirWholePaths() throws Exception {
        Files.writeString(lib.resolve("many.txt"), "thread\n".repeat(300));
        session(
                AgentSpec.trusted(),
                session -> {
                    Envelope found =
                            session.call("grep", Map.of("pattern", "thread", "path", in(".")));
                    List<String> all = Files.readAllLines(found.sidecar().orElseThrow());
                    assertThat(all)
                            .hasSize(300)
                            .startsWith(in("many.txt") + ":1:thread")
                            .endsWith(in("many.txt") + ":300:thread");
                });
    }

    @Test
    void aFileMovesBetweenTheRootAndAFurtherDirectoryWithItsMode() throws Exception {
        Files.setPosixFilePermissions(
                lib.resolve("lib.txt"), PosixFilePermissions.fromString("rwxr-x---"));
        session(
                AgentSpec.trusted(),
                session -> {
                    Envelope moved =
                            session.call(
                                    "move_file",
                                    Map.of("from", in("lib.txt"), "to", "got/lib.txt"));
                    assertThat(moved.failed()).as(moved.text()).isFalse();
                });
        assertThat(lib.resolve("lib.txt")).doesNotExist();
        assertThat(app.resolve("got/lib.txt")).hasContent("needle in lib\n");
        assertThat(Files.getPosixFilePermissions(app.resolve("got/lib.txt")))
                .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
        undo(it -> it.undo(new SessionId("s"), Optional.empty()));
        assertThat(lib.resolve("lib.txt")).hasContent("needle in lib\n");
        assertThat(app.resolve("got")).doesNotExist();
    }

    @Test
    void nothingOutsideTheGrantedDirectoriesCanBeReached() throws Exception {
        Files.createSymbolicLink(lib.resolve("out"), other);
        Files.createSymbolicLink(lib.resolve("up"), Path.of("../other/secret.txt"));
        Files.createSymbolicLink(lib.resolve("etc"), Path.of("/etc"));
        Files.createDirectories(lib.resolveSibling("lib-evil"));
        Files.writeString(lib.resolveSibling("lib-evil/x"), "the hidden word\n");
        session(
                AgentSpec.trusted(),
                session -> {
                    for (String path :
                            List.of(
                                    other.resolve("secret.txt").toString(),
                                    "../other/secret.txt",
                                    in("../other/secret.txt"),
                                    in("src/../../other/secret.txt"),
                                    in("out/secret.txt"),
                                    in("up"),
                                    in("etc/passwd"),
                                    lib + "-evil/x",
                                    lib.resolve("..").normalize().toString(),
                                    "..",
                                    "/etc/passwd",
                                    "/proc/self/environ")) {
                        Envelope read = session.call("read", Map.of("path", path));
                        assertThat(read.failed()).as(path).isTrue();
                        assertThat(code(read)).as(path).isEqualTo(ErrorCode.CAPABILITY_DENIED);
                        Envelope write =
                                session.call("write", Map.of("path", path, "content", "bad"));
                        assertThat(code(write)).as(path).isEqualTo(ErrorCode.CAPABILITY_DENIED);
                    }
                    assertThat(
                                    session.call(
                                                    "grep",
                                                    Map.of("pattern", "hidden", "path", in(".")))
                                            .text())
                            .doesNotContain("hidden word");
                });
        assertThat(other.resolve("secret.txt")).hasContent("the hidden word\n");
    }

    @Test
    void aLinkIntoAnotherGrantedDirectoryLeadsToTheFileThere() throws Exception {
        Files.createSymbolicLink(app.resolve("linked"), lib);
        Files.createSymbolicLink(lib.resolve("back"), Path.of("../app/app.txt"));
        session(
                AgentSpec.trusted().deny("fs.write", lib + "/src/**"),
                session -> {
                    Envelope written =
                            session.call("write", Map.of("path", "linked/x.txt", "content", "x"));
                    assertThat(written.text()).contains(in("x.txt"));
                    assertThat(session.call("read", Map.of("path", in("back"))).text())
                            .contains("needle in app");
                    assertThat(
                                    code(
                                            session.call(
                                                    "write",
                                                    Map.of(
                                                            "path",
                                                            "linked/src/y",
                                                            "content",
                                                            "x"))))
                            .isEqualTo(ErrorCode.PERMISSION_DENIED);
                });
        assertThat(lib.resolve("x.txt")).hasContent("x");
        assertThat(lib.resolve("src/y")).doesNotExist();
    }

    @Test
    void aSwappedDirectoryLeadsNowhereElse() throws Exception {
        Files.writeString(lib.resolve("src/secret.txt"), "fine\n");
        var stop = new AtomicBoolean();
        Path src = lib.resolve("src");
        Path aside = lib.resolve("aside");
        Thread swapping =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!stop.get()) {
                                swap(src, aside);
                            }
                        });
        try {
            session(
                    AgentSpec.trusted(),
                    session -> {
                        for (int i = 0; i < 300; i++) {
                            assertThat(
                                            session.call(
                                                            "read",
                                                            Map.of("path", in("src/secret.txt")))
                                                    .text())
                                    .doesNotContain("hidden word");
                        }
                        for (int i = 0; i < 60; i++) {
                            session.call(
                                    "edit",
                                    Map.of(
                                            "path",
                                            in("src/secret.txt"),
                                            "old_text",
                                            "e",
                                            "new_text",
                                            "e!",
                                            "replace_all",
                                            true));
                        }
                    });
        } finally {
            stop.set(true);
            swapping.join();
        }
        assertThat(names(other)).containsExactly("secret.txt");
        assertThat(other.resolve("secret.txt")).hasContent("the hidden word\n");
    }

    private void swap(Path src, Path aside) {
        try {
            Files.move(src, aside);
            Files.createSymbolicLink(src, other);
            Files.delete(src);
            Files.move(aside, src);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aGrantedDirectoryThatIsReplacedStaysTheOneThatWasGranted() throws Exception {
        session(
                AgentSpec.trusted(),
                session -> {
                    Path moved = lib.resolveSibling("moved");
                    Files.move(lib, moved);
                    Files.createSymbolicLink(lib, other);
                    Envelope read = session.call("read", Map.of("path", in("secret.txt")));
                    assertThat(read.text()).doesNotContain("hidden word");
                    assertThat(session.call("write", Map.of("path", in("n.txt"), "content", "n")))
                            .satisfies(it -> assertThat(it.failed()).isFalse());
                    assertThat(moved.resolve("n.txt")).hasContent("n");
                    assertThat(session.call("glob", Map.of("pattern", "*", "path", in("."))).text())
                            .contains("lib.txt")
                            .doesNotContain("secret.txt");
                    assertThat(
                                    session.call(
                                                    "grep",
                                                    Map.of("pattern", "hidden", "path", in(".")))
                                            .text())
                            .doesNotContain("hidden word");
                    Envelope ran = session.call("bash", Map.of("command", "cat " + in("*")));
                    assertThat(ran.failed()).isTrue();
                    assertThat(ran.text()).contains("not the directory any more");
                });
        assertThat(names(other)).containsExactly("secret.txt");
    }

    @Test
    void aFileWithSeveralHardLinksAndAPipeStayWhatTheyAre() throws Exception {
        Files.createLink(lib.resolve("hard.txt"), other.resolve("secret.txt"));
        CommandDesk.bash(lib, "mkfifo pipe");
        session(
                AgentSpec.trusted(),
                session -> {
                    assertThat(
                                    code(
                                            session.call(
                                                    "write",
                                                    Map.of(
                                                            "path",
                                                            in("hard.txt"),
                                                            "content",
                                                            "x"))))
                            .isEqualTo(ErrorCode.CAPABILITY_DENIED);
                    assertThat(session.call("read", Map.of("path", in("pipe"))).failed()).isTrue();
                });
        assertThat(other.resolve("secret.txt")).hasContent("the hidden word\n");
    }

    @Test
    void rulesProtectedPathsAndSecretsHoldThere() throws Exception {
        Files.createDirectories(lib.resolve(".git/hooks"));
        Files.writeString(lib.resolve(".env"), "KEY=the hidden word\n");
        Files.createDirectories(lib.resolve(".deft/sessions/s"));
        Files.writeString(lib.resolve(".deft/sessions/s.jsonl"), "the hidden word\n");
        session(
                AgentSpec.standard().allow("fs.write", "**").deny("read", lib + "/src/**"),
                session -> {
                    assertThat(session.call("read", Map.of("path", in("lib.txt"))).failed())
                            .isFalse();
                    assertThat(
                                    session.call(
                                                    "write",
                                                    Map.of("path", in("w.txt"), "content", "w"))
                                            .failed())
                            .isFalse();
                    for (String path :
                            List.of(
                                    ".git/hooks/pre-commit",
                                    ".deft/agent.json",
                                    "AGENTS.md",
                                    ".github/workflows/x.yml")) {
                        Envelope written =
                                session.call("write", Map.of("path", in(path), "content", "x"));
                        assertThat(code(written)).isEqualTo(ErrorCode.PERMISSION_DENIED);
                        assertThat(written.text()).contains("protected");
                    }
                    assertThat(code(session.call("read", Map.of("path", in(".env")))))
                            .isEqualTo(ErrorCode.PERMISSION_DENIED);
                    assertThat(
                                    session.call(
                                                    "read",
                                                    Map.of("path", in(".deft/sessions/s.jsonl")))
                                            .text())
                            .doesNotContain("hidden word");
                    assertThat(code(session.call("read", Map.of("path", in("src/Lib.java")))))
                            .isEqualTo(ErrorCode.PERMISSION_DENIED);
                    assertThat(
                                    session.call(
                                                    "grep",
                                                    Map.of("pattern", "needle", "path", in(".")))
                                            .text())
                            .contains(in("lib.txt"))
                            .doesNotContain("Lib.java");
                });
    }

    @Test
    void theDefaultAgentReadsThereAndAsksBeforeItWrites() throws Exception {
        List<Approver.Request> asked = new ArrayList<>();
        session(
                AgentSpec.standard(),
                it ->
                        it.directories(lib)
                                .approver(request -> {
                                    asked.add(request);
                                    return Approval.SESSION;
                                }),
                session -> {
                    assertThat(session.call("read", Map.of("path", in("lib.txt"))).failed())
                            .isFalse();
                    assertThat(asked).isEmpty();
                    session.call("write", Map.of("path", in("w.txt"), "content", "w"));
                    assertThat(asked).hasSize(1);
                    session.call("write", Map.of("path", in("w.txt"), "content", "w2"));
                    assertThat(asked).as("the answer holds for the path").hasSize(1);
                });
        assertThat(lib.resolve("w.txt")).hasContent("w2");
    }

    @Test
    void undoAndRedoNeedTheGrantAgain() throws Exception {
        session(
                AgentSpec.trusted(),
                session ->
                        session.call(
                                "apply_patch",
                                Map.of(
                                        "patch",
                                        "*** Begin Patch\n*** Add File: %s\n+w\n*** Add File: here.txt\n+w\n*** End Patch\n"
                                                .formatted(in("w.txt")))));
        var id = new SessionId("s");
        try (Engine engine = engine().build();
                Workspace workspace = engine.workspace(app)) {
            assertThat(workspace.sessions().turns(id).getLast().files().toString())
                    .contains(in("w.txt"));
            assertThat(workspace.sessions().diff(id, Optional.empty())).contains(in("w.txt"));
            assertThatThrownBy(() -> workspace.sessions().undo(id, Optional.empty()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("--add-dir");
            assertThat(lib.resolve("w.txt")).exists();
            assertThat(app.resolve("here.txt")).exists();
            SessionFiles granted = workspace.sessions().directories(lib);
            assertThat(granted.undo(id, Optional.empty()).files())
                    .containsExactlyInAnyOrder(in("w.txt"), "here.txt");
            assertThat(lib.resolve("w.txt")).doesNotExist();
            granted.redo(id, Optional.of(in("w.txt")));
            assertThat(lib.resolve("w.txt")).hasContent("w\n");
            assertThat(app.resolve("here.txt")).doesNotExist();
        }
    }

    private interface Undoing {

        void with(SessionFiles files) throws Exception;
    }

    private void undo(Undoing body) throws Exception {
        try (Engine engine = engine().build();
                Workspace workspace = engine.workspace(app)) {
            body.with(workspace.sessions().directories(lib));
        }
    }

    @Test
    void aSessionThatIsContinuedHasOnlyWhatItsNewStartGrants() throws Exception {
        session(
                AgentSpec.trusted(),
                session -> session.call("write", Map.of("path", in("w.txt"), "content", "w")));
        session(
                AgentSpec.trusted(),
                _ -> {},
                session -> {
                    assertThat(code(session.call("read", Map.of("path", in("w.txt")))))
                            .isEqualTo(ErrorCode.CAPABILITY_DENIED);
                    Envelope ran =
                            session.call("bash", Map.of("command", "cat " + in("w.txt") + " 2>&1"));
                    assertThat(ran.text()).contains("No such file");
                });
    }

    @Test
    void onlySensibleDirectoriesCanBeGranted() throws Exception {
        Files.createDirectories(app.resolveSibling("home/data"));
        Files.createDirectories(app.resolve("sub"));
        try (Engine engine = engine().build();
                Workspace workspace = engine.workspace(app)) {
            for (Path bad :
                    List.of(
                            Path.of("/"),
                            Path.of("/proc/self"),
                            app.resolve("..").normalize(),
                            app.resolveSibling("home"),
                            app.resolveSibling("home/data"),
                            app.resolve("app.txt"),
                            Path.of("../missing"))) {
                assertThatThrownBy(() -> workspace.session().directories(bad))
                        .as("%s", bad)
                        .isInstanceOf(IllegalArgumentException.class);
            }
            SessionBuilder builder =
                    workspace.session().directories(app.resolve("sub"), app, lib.resolve("src"));
            assertThat(notices).hasSize(2).allMatch(it -> it.contains("already"));
            try (Session session =
                    builder.directories(Path.of("../lib")).agent(AgentSpec.trusted()).open()) {
                assertThat(session.call("read", Map.of("path", in("src/Lib.java"))).failed())
                        .isFalse();
            }
        }
    }

    @Test
    void explainingACallTellsTheRuleForIt() throws Exception {
        session(
                AgentSpec.standard().deny("fs.write", lib + "/**"),
                session -> {
                    var call =
                            ToolCall.of(
                                    "c",
                                    "write",
                                    Json.Obj.of(Map.of("path", in("x"), "content", "")));
                    assertThat(session.explain(call).toString()).contains(lib + "/**");
                });
    }
}
