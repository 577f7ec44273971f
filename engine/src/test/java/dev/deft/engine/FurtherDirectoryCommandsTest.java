package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.session.SessionId;
import dev.deft.policy.Policy;
import dev.deft.policy.Policy.Changes;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What commands can do in directories outside the root that a session was granted, in a real
/// sandbox.
class FurtherDirectoryCommandsTest extends FurtherDirectoriesFixture {

    private static Envelope bash(Session session, String command) {
        return session.call("bash", Map.of("command", command + " 2>&1"));
    }

    /// Runs a command that no gate can read.
    private Envelope script(Session session, String command) throws IOException {
        Files.writeString(app.resolve("script.sh"), command.formatted(lib));
        return bash(session, "bash script.sh");
    }

    private static AgentSpec sandboxed(AgentSpec agent) {
        return agent.sandbox(SandboxMode.REQUIRED);
    }

    @Test
    void aCommandWorksThereAsInTheRoot() throws Exception {
        session(
                sandboxed(AgentSpec.trusted()),
                session -> {
                    Envelope ran =
                            session.call(
                                    "bash",
                                    Map.of(
                                            "command",
                                            "pwd; cat lib.txt; echo new > made.txt; cp made.txt %s/"
                                                    .formatted(app),
                                            "workdir",
                                            lib.toString()));
                    assertThat(ran.text()).contains(lib.toString(), "needle in lib");
                    assertThat(lib.resolve("made.txt")).hasContent("new\n");
                    assertThat(app.resolve("made.txt")).hasContent("new\n");
                    Envelope relative =
                            session.call("bash", Map.of("command", "pwd", "workdir", "../lib/src"));
                    assertThat(relative.text()).contains(lib.resolve("src").toString());
                    assertThat(bash(session, "cat %s/secret.txt".formatted(other)).text())
                            .contains("No such file");
                    assertThat(
                                    session.call(
                                                    "bash",
                                                    Map.of(
                                                            "command",
                                                            "pwd",
                                                            "workdir",
                                                            other.toString()))
                                            .failed())
                            .isTrue();
                });
        assertThat(names(lib)).doesNotContain(".deft");
    }

    @Test
    void inLookModeNothingThereChanges() throws Exception {
        CommandDesk.bash(lib, "mkfifo pipe");
        session(
                sandboxed(AgentSpec.standard()),
                session -> {
                    Envelope ran =
                            bash(
                                    session,
                                    "cd %s; cat lib.txt; touch made.txt; rm lib.txt; mv src gone; echo x > pipe; true"
                                            .formatted(lib));
                    assertThat(ran.text()).contains("needle in lib", "Read-only file system");
                });
        assertThat(names(lib)).containsExactly("lib.txt", "pipe", "src");
    }

    @Test
    void rulesAreMountedThere() throws Exception {
        Files.writeString(lib.resolve("keys.txt"), "the hidden word\n");
        Files.createDirectories(lib.resolve("private"));
        Files.writeString(lib.resolve("private/a.txt"), "the hidden word\n");
        Files.writeString(lib.resolve(".env"), "KEY=the hidden word\n");
        session(
                sandboxed(AgentSpec.trusted())
                        .deny("read", lib + "/keys.txt")
                        .deny("fs.read", lib + "/private/**")
                        .deny("fs.write", lib + "/src/**")
                        .ask("fs.read", lib + "/.env"),
                session -> {
                    Envelope ran =
                            script(
                                    session,
                                    "cd %s; cat keys.txt private/a.txt .env; mv private moved; cat moved/a.txt; cat src/Lib.java; echo x >> src/Lib.java; touch src/n; rm -rf src; echo ok > free.txt; true");
                    assertThat(ran.text()).contains("class Lib").doesNotContain("hidden word");
                });
        assertThat(lib.resolve("src/Lib.java")).hasContent("class Lib {} // needle\n");
        assertThat(lib.resolve("src/n")).doesNotExist();
        assertThat(lib.resolve("private/a.txt")).exists();
        assertThat(lib.resolve("free.txt")).hasContent("ok\n");
    }

    @Test
    void aDenialOfTheWholeDirectoryHidesItOrMakesItReadOnly() throws Exception {
        session(
                sandboxed(AgentSpec.trusted()).deny("fs.write", lib + "/**"),
                session -> {
                    assertThat(
                                    bash(session, "cat %s/lib.txt; touch %s/n".formatted(lib, lib))
                                            .text())
                            .contains("needle in lib", "Read-only");
                });
        session(
                sandboxed(AgentSpec.trusted()).deny("fs.read", lib + "/**"),
                session ->
                        assertThat(
                                        bash(session, "ls %s; cat %s/lib.txt".formatted(lib, lib))
                                                .text())
                                .doesNotContain("needle", "src"));
        assertThat(names(lib)).containsExactly("lib.txt", "src");
    }

    @Test
    void protectedFilesThereStayAndNewOnesAreMovedAside() throws Exception {
        CommandDesk.bash(lib, "git init -q . && mkdir -p .deft && echo '{}' > .deft/agent.json");
        Files.writeString(lib.resolve("AGENTS.md"), "Be good.\n");
        session(
                sandboxed(AgentSpec.trusted()),
                session -> {
                    Envelope ran =
                            script(
                                    session,
                                    "cd %s; echo bad > .git/hooks/pre-commit; echo bad >> .git/config; echo bad > AGENTS.md; echo bad > .deft/agent.json; mv .git g; mkdir -p sub/.vscode .github/workflows; echo bad > sub/.vscode/tasks.json; echo bad > .github/workflows/x.yml; git add lib.txt && echo added");
                    assertThat(ran.text() + ran.result()).contains("added", "quarantine");
                });
        assertThat(lib.resolve(".git/hooks/pre-commit")).doesNotExist();
        assertThat(Files.readString(lib.resolve(".git/config"))).doesNotContain("bad");
        assertThat(lib.resolve("AGENTS.md")).hasContent("Be good.\n");
        assertThat(lib.resolve(".deft/agent.json")).hasContent("{}\n");
        assertThat(lib.resolve("sub/.vscode")).doesNotExist();
        assertThat(lib.resolve(".github/workflows")).doesNotExist();
        assertThat(app.resolve(".deft/quarantine")).isNotEmptyDirectory();
    }

    @Test
    void whereChangesAreTrackedItIsReadOnly() throws Exception {
        Policy policy =
                AgentSpec.trusted()
                        .grants()
                        .policy()
                        .withCommands(CommandChoices.DEFAULT.with(Changes.UNDOABLE))
                        .withSandbox(SandboxMode.REQUIRED);
        session(
                AgentSpec.trusted().policy(policy),
                session -> {
                    Envelope ran = bash(session, "echo x > here.txt; echo x > %s/n".formatted(lib));
                    assertThat(ran.text() + ran.result())
                            .contains("further directories were read-only");
                });
        assertThat(app.resolve("here.txt")).hasContent("x\n");
        assertThat(lib.resolve("n")).doesNotExist();
    }

    @Test
    void withoutASandboxItsTrackedChangesCanBeUndone() throws Exception {
        Policy policy =
                AgentSpec.trusted()
                        .grants()
                        .policy()
                        .withCommands(CommandChoices.DEFAULT.with(Changes.UNDOABLE))
                        .withSandbox(SandboxMode.OFF);
        session(
                AgentSpec.trusted().policy(policy),
                session -> bash(session, "echo x > here.txt; echo x > %s/n".formatted(lib)));
        assertThat(lib.resolve("n")).exists();
        try (Engine engine = engine().build();
                Workspace workspace = engine.workspace(app)) {
            workspace.sessions().directories(lib).undo(new SessionId("s"), Optional.empty());
        }
        assertThat(lib.resolve("n")).doesNotExist();
        assertThat(app.resolve("here.txt")).doesNotExist();
    }

    @Test
    void aLinkFromThereShowsNothingOfTheMachine() throws Exception {
        Files.createSymbolicLink(lib.resolve("out"), other);
        Path home = Files.createDirectories(lib.resolveSibling("home/data"));
        Files.writeString(home.resolve("key"), "the hidden word\n");
        session(
                sandboxed(AgentSpec.trusted()),
                session ->
                        assertThat(
                                        bash(
                                                        session,
                                                        "cat %s/out/secret.txt %s/key"
                                                                .formatted(lib, home))
                                                .text())
                                .doesNotContain("hidden word"));
    }
}
