package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Protected files that a command makes where there were none, however it ends.
class ProtectedFilesTest {

    private static final String MAKE = "mkdir .vscode && echo x > .vscode/tasks.json && touch made";

    @TempDir Path root;

    private ShellFixture desk(Tier tier) throws IOException {
        return ShellFixture.with(
                Set.of(tier),
                root,
                SandboxMode.REQUIRED,
                NetworkReach.none(),
                ResourceLimits.USUAL);
    }

    private BackgroundProcess start(ShellFixture desk, String script) throws Exception {
        BackgroundProcess process =
                desk.shell().start(ShellFixture.command(script, ShellFixture.TIMEOUT, Map.of()));
        assertThat(ShellFixture.eventually(() -> Files.exists(root.resolve("made")))).isTrue();
        return process;
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void areMovedAsideWhenACommandInTheBackgroundEnds(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            BackgroundProcess process = start(desk, MAKE);
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(root.resolve(".vscode/tasks.json")).doesNotExist();
            assertThat(process.endNote().orElse("")).contains(".vscode");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void areMovedAsideWhenACommandIsKilled(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            BackgroundProcess process = start(desk, MAKE + "; sleep 900");
            process.send("KILL");
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(root.resolve(".vscode/tasks.json")).doesNotExist();
            assertThat(process.endNote().orElse("")).contains(".vscode");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void areMovedAsideBeforeTheSessionIsOver(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            start(desk, MAKE + "; sleep 900");
        }
        assertThat(root.resolve(".vscode/tasks.json")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void areMovedAsideWhenTheTimeIsUp(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            Shell.Result ended = desk.run(MAKE + "; sleep 900", Duration.ofSeconds(1));
            assertThat(ended.cause()).isEqualTo(Shell.Cause.TIMEOUT);
            assertThat(root.resolve(".vscode/tasks.json")).doesNotExist();
            if (Files.exists(root.resolve("made"))) {
                assertThat(ended.note().orElse("")).contains(".vscode");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void areMovedAsideWhenTheCallIsGivenUp(Tier tier) throws Exception {
        var trouble = new AtomicReference<String>("none");
        try (var desk = desk(tier)) {
            Thread call =
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    desk.run(MAKE + "; sleep 900");
                                } catch (InterruptedException _) {
                                    trouble.set("given up");
                                } catch (IOException e) {
                                    trouble.set(String.valueOf(e.getMessage()));
                                }
                            });
            assertThat(ShellFixture.eventually(() -> Files.exists(root.resolve("made")))).isTrue();
            call.interrupt();
            call.join();
            assertThat(trouble).hasValue("given up");
        }
        assertThat(root.resolve(".vscode/tasks.json")).doesNotExist();
    }

    @Test
    void cannotBeMadeInTheStateDirectory() throws Exception {
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            assertThat(desk.run("mkdir -p .deft && echo x > .deft/agent.json").exitCode())
                    .isNotZero();
            assertThat(desk.run("mv .deft state").exitCode()).isNotZero();
        }
        assertThat(root.resolve(".deft/agent.json")).doesNotExist();
    }

    @Test
    void ofTheStateDirectoryArePutBack() throws Exception {
        Path own = Files.createDirectories(root.resolve(".deft/skills")).resolve("SKILL.md");
        Files.writeString(own, "mine");
        try (var desk = desk(Tier.LANDLOCK)) {
            Shell.Result ended =
                    desk.run("echo x > .deft/agent.json; echo x > .deft/skills/SKILL.md");
            assertThat(ended.note().orElse(""))
                    .contains(".deft/agent.json", ".deft/skills/SKILL.md");
        }
        assertThat(root.resolve(".deft/agent.json")).doesNotExist();
        assertThat(own).hasContent("mine");
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void mayBeProtectedInOneWorkspaceOnly(Tier tier) throws Exception {
        Path file = root.toRealPath().resolve("config.yml");
        try (var desk = ShellFixture.fixing(file, root, Set.of(tier))) {
            assertThat(desk.run("echo x > config.yml").note().orElse("")).contains("config.yml");
            assertThat(file).doesNotExist();
            Files.writeString(file, "tools:\n");
            desk.run("echo x > config.yml; mkdir sub; echo x > sub/config.yml");
            assertThat(file).hasContent("tools:\n");
            assertThat(root.resolve("sub/config.yml")).hasContent("x\n");
        }
    }
}
