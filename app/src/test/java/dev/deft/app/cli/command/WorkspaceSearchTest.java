package dev.deft.app.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.cli.DeftRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which directory is the workspace where nobody says it.
class WorkspaceSearchTest {

    @TempDir private Path temporary;
    private Path root;
    private Path deep;

    @BeforeEach
    void makeADeepDirectory() throws Exception {
        root = Files.createDirectories(temporary.toRealPath().resolve("home/project"));
        deep = Files.createDirectories(root.resolve("src/main"));
    }

    private Path found() throws UsageException {
        return WorkspaceSearch.from(
                deep, Map.of("HOME", root.resolveSibling(".").normalize().toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {".git", ".deft"})
    void isTheNearestOneWithAMark(String mark) throws Exception {
        Files.createDirectory(root.resolve(mark));
        assertThat(found()).isEqualTo(root);
        Files.createDirectory(root.resolve("src").resolve(mark));
        assertThat(found()).isEqualTo(root.resolve("src"));
    }

    @Test
    void isMarkedByTheFileOfAWorktree() throws Exception {
        Files.writeString(root.resolve(".git"), "gitdir: elsewhere\n");
        assertThat(found()).isEqualTo(root);
    }

    @Test
    void isHereWhereNothingIsMarked() throws Exception {
        assertThat(found()).isEqualTo(deep);
    }

    @Test
    void isNeitherTheHomeNorAboveIt() throws Exception {
        Files.createDirectory(root.resolveSibling(".git"));
        Files.createDirectory(root.resolve("../../.git").normalize());
        assertThat(found()).isEqualTo(deep);
        assertThat(
                        WorkspaceSearch.from(
                                root.resolveSibling(".").normalize(),
                                Map.of("HOME", root.resolveSibling(".").normalize().toString())))
                .as("for somebody who starts there")
                .isEqualTo(root.resolveSibling(".").normalize());
    }

    @Test
    void isNotMarkedByALink() throws Exception {
        Files.createSymbolicLink(root.resolve(".deft"), temporary);
        Files.createSymbolicLink(root.resolve(".git"), temporary);
        assertThat(found()).isEqualTo(deep);
    }

    @Test
    void isTheSameForEveryCommandAndGivesWayToTheOption() throws Exception {
        Files.createDirectory(root.resolve(".git"));
        Files.writeString(root.resolve("a.txt"), "one\n");
        assertThat(DeftRun.in(deep, "", "call", "read", "{\"path\":\"a.txt\"}").code()).isZero();
        assertThat(
                        DeftRun.in(deep, "", "call", "read", "{\"path\":\"a.txt\"}", "--root", ".")
                                .code())
                .isEqualTo(1);
        assertThat(deep.resolve(".deft")).doesNotExist();
    }

    @Test
    void isKnownByEveryPathThatLeadsToIt() throws Exception {
        Files.writeString(root.resolve("a.txt"), "one\n");
        Path link = Files.createSymbolicLink(temporary.resolve("link"), root);
        Path above =
                Files.createSymbolicLink(
                        temporary.resolve("above"), root.resolveSibling(".").normalize());
        for (Path path :
                List.of(
                        link.resolve("a.txt"),
                        above.resolve("project/a.txt"),
                        link.resolve("src/../a.txt"),
                        root.resolve("a.txt"))) {
            for (Path given : List.of(link, root)) {
                DeftRun run =
                        DeftRun.in(
                                temporary,
                                "",
                                "call",
                                "read",
                                "{\"path\":\"%s\"}".formatted(path),
                                "--root",
                                given.toString());
                assertThat(run.out()).as("%s in %s", path, given).contains("\"content\":\"one");
            }
        }
        Files.writeString(temporary.resolve("b.txt"), "out\n");
        for (Path out : List.of(link.resolve("../b.txt"), temporary.resolve("b.txt"))) {
            DeftRun run =
                    DeftRun.in(
                            temporary,
                            "",
                            "call",
                            "read",
                            "{\"path\":\"%s\"}".formatted(out),
                            "--root",
                            link.toString());
            assertThat(run.out()).contains("outside the workspace");
        }
    }
}
