package dev.deft.tools.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RepoOverviewToolTest {

    private static final int MOST_BYTES = 8 * 1024;

    private final InMemoryHost host = InMemoryHost.empty();

    @Test
    void saysWhatAProjectIsMadeOf() throws Exception {
        host.with("LICENSE", "MIT License\n\nCopyright (c) 2020 A\n")
                .with("pom.xml", "<project/>\n")
                .with("run", "#!/usr/bin/env python3\nprint(1)\n")
                .with("src/main/java/org/a/Main.java", "class Main {\n}\n")
                .with("src/main/java/org/a/Other.java", "class Other {\n\n}")
                .with("src/test/java/org/a/Main.java", "class Main {}\n")
                .with("logo.png", Bytes.of(new byte[] {1, 0, 2}))
                .with(".git/HEAD", "ref: refs/heads/trunk\n")
                .with(
                        ".git/logs/HEAD",
                        "0".repeat(40)
                                + " "
                                + "a".repeat(40)
                                + " Ada <a@example.org> 1700000000 +0100\tcommit (initial):"
                                + " Begin\n");

        RepoOverview overview = overview(Optional.empty());

        assertThat(overview.languages())
                .containsExactly(
                        new RepoOverview.Language("Java", 3, 6, 66.7),
                        new RepoOverview.Language("Python", 1, 2, 22.2),
                        new RepoOverview.Language("XML", 1, 1, 11.1));
        assertThat(overview.buildFiles())
                .containsExactly(new RepoOverview.BuildFile("pom.xml", "Maven"));
        assertThat(overview.entryPoints()).containsExactly("run", "src/main/java/org/a/Main.java");
        assertThat(overview.license())
                .contains(new RepoOverview.License("LICENSE", Optional.of("MIT")));
        assertThat(overview.git())
                .contains(
                        new RepoOverview.Git(
                                Optional.of("trunk"),
                                Optional.of(
                                        new RepoOverview.Commit(
                                                "aaaaaaaa", "2023-11-14T22:13:20Z", "Begin"))));
        assertThat(overview.tree())
                .containsExactly(
                        new RepoOverview.Directory("src", 3),
                        new RepoOverview.Directory("src/main/java/org/a", 2),
                        new RepoOverview.Directory("src/test/java/org/a", 1));
    }

    @Test
    void describesOneDirectory() throws Exception {
        host.with("a/main.go", "package main\n").with("b/c/d.rs", "fn x() {}\n");

        RepoOverview overview = overview(Optional.of("a"));

        assertThat(overview.path()).isEqualTo("a");
        assertThat(overview.files()).isEqualTo(1);
        assertThat(overview.entryPoints()).containsExactly("a/main.go");
        assertThat(text(Optional.of("a"))).startsWith("a: 1 file, 1 line, 13 bytes, in ");
    }

    @Test
    void doesNotShowWhereAClonedRepositoryCameFrom() throws Exception {
        host.with("a.txt", "x\n")
                .with(".git/HEAD", "ref: refs/heads/main\n")
                .with(
                        ".git/logs/HEAD",
                        "0".repeat(40)
                                + " "
                                + "a".repeat(40)
                                + " Ada <a@example.org> 1700000000 +0100\tclone: from"
                                + " https://ada:secret@example.org/x\n");

        assertThat(text(Optional.empty())).contains("branch main").doesNotContain("secret");
    }

    @Test
    void staysWithinItsSizeWhateverTheNames() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            String deep = ("d" + i % 60 + "x".repeat(100) + "/").repeat(1 + i % 5);
            host.with(deep + "main.go", "x\n").with(deep + "pom.xml", "x\n");
        }

        ToolResult.Output output = output(Optional.empty());

        assertThat(output.text().getBytes(StandardCharsets.UTF_8).length)
                .isLessThanOrEqualTo(MOST_BYTES);
        assertThat(output.text()).contains("more directories]");
    }

    @Test
    void showsNoControlCharactersOfNames() throws Exception {
        host.with("a\tb/\u001b[31mmain.go", "x\n");

        assertThat(text(Optional.empty())).contains("a?b/").doesNotContain("\u001b", "\t");
    }

    @Test
    void describesAnEmptyDirectory() throws Exception {
        assertThat(text(Optional.empty())).startsWith("The workspace: 0 files, 0 lines");
    }

    @Test
    void refusesAFileAndAPathOutside() {
        host.with("a.txt", "x");

        assertThatThrownBy(() -> output(Optional.of("a.txt")))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("is a file, not a directory");
        assertThatThrownBy(() -> output(Optional.of("../x")))
                .isInstanceOf(HostException.class)
                .hasMessageContaining("outside the workspace");
    }

    private RepoOverview overview(Optional<String> path) throws Exception {
        return (RepoOverview) output(path).data();
    }

    private String text(Optional<String> path) throws Exception {
        return output(path).text();
    }

    private ToolResult.Output output(Optional<String> path) throws Exception {
        return (ToolResult.Output)
                new RepoOverviewTool().run(new RepoOverviewTool.Params(path), host);
    }
}
