package dev.deft.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepositoryPartsTest {

    @TempDir Path directory;

    private Path root = Path.of("");

    @BeforeEach
    void findTheRoot() throws IOException {
        root = directory.toRealPath();
    }

    private Optional<String> tamed(String configuration) throws IOException {
        Path git = Files.createDirectories(root.resolve("a/.git"));
        return RepositoryParts.sanitized(
                root, Files.writeString(git.resolve("config"), configuration));
    }

    @Test
    void keepWhatGitItselfWrites() throws IOException {
        assertThat(
                        tamed(
                                """
                                # a comment
                                [core]
                                \trepositoryformatversion = 0
                                \tfilemode = true
                                \tbare = false
                                \tlogallrefupdates = true
                                \tworktree = ../../a

                                [remote "origin"]
                                \turl = git@example.org:a/b.git
                                \tfetch = +refs/heads/*:refs/remotes/origin/*
                                [branch "main"]
                                \tremote = origin
                                \tmerge = refs/heads/main
                                [user]
                                \tname = Jane Doe
                                """))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[core]\n\tfsmonitor = evil",
                "[core]\n\tFsMonitor = evil",
                "[core] fsmonitor = evil",
                "[core]\n\tsshCommand = evil",
                "[core]\n\thooksPath = ../evil",
                "[core]\n\tworktree = /home",
                "[core]\n\tworktree = ../../..",
                "[core]\n\teol = lf\\\n\tfsmonitor = evil",
                "[core]\n\teol = \"lf",
                "[include]\n\tpath = ../c",
                "[includeIf \"gitdir:/\"]\n\tpath = ../c",
                "[alias]\n\tst = !evil",
                "[filter \"x\"]\n\tsmudge = evil",
                "[remote \"origin\"]\n\turl = ext::sh -c evil",
                "[remote \"origin\"]\n\turl = --upload-pack=evil",
                "[remote \"origin\"]\n\tuploadpack = evil",
                "[branch \"main\"]\n\tremote = ext::evil",
                "[submodule \"a\"]\n\tupdate = !evil",
                "[core \"x\\\"]\n\teol = lf",
                "nonsense!"
            })
    void dropWhatMayRunSomething(String configuration) throws IOException {
        assertThat(tamed("[user]\n\tname = a\n" + configuration + "\n").orElse(""))
                .startsWith("[user]\n\tname = a\n")
                .doesNotContain("evil", "../c", "/home", "../../..", "\\", "\"lf", "nonsense");
    }

    @Test
    void dropAConfigurationThatIsNoFile() throws IOException {
        Path git = Files.createDirectories(root.resolve("b/.git"));
        Path link = Files.createSymbolicLink(git.resolve("config"), root.resolve("c"));
        assertThat(RepositoryParts.sanitized(root, link)).contains("");
    }

    @Test
    void knowTheLinksOfWorktreesAndSubmodules() throws IOException {
        Files.createDirectories(root.resolve(".git/worktrees/w"));
        assertThat(isOrdinary("gitdir: " + root.resolve(".git/worktrees/w") + "\n")).isTrue();
        assertThat(isOrdinary("gitdir: ../.git/modules/s\n")).isTrue();
        assertThat(isOrdinary("gitdir: ../y\n")).isFalse();
        assertThat(isOrdinary("gitdir: ../.git/modules/../../y\n")).isFalse();
        assertThat(isOrdinary("gitdir: /etc/.git/modules/s\n")).isFalse();
        assertThat(isOrdinary("gitdir: ../.git\n")).isFalse();
        Files.createSymbolicLink(root.resolve(".git/modules"), Path.of("/etc"));
        assertThat(isOrdinary("gitdir: ../.git/modules/ssh\n")).isFalse();
    }

    private boolean isOrdinary(String link) throws IOException {
        Path file = Files.createDirectories(root.resolve("sub")).resolve(".git");
        return RepositoryParts.isOrdinaryLink(root, Files.writeString(file, link));
    }
}
