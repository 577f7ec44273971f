package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Limits;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.ToolResult;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SearchToolsTest {

    @Test
    void saysThatADirectoryCouldNotBeRead() throws Exception {
        var host =
                InMemoryHost.empty()
                        .with("a.txt", "needle\n")
                        .with("secret/b.txt", "needle\n")
                        .withUnreadable("secret");
        assertThat(output(new GrepTool().run(GrepTool.Params.of("needle"), host)).text())
                .isEqualTo("a.txt:1:needle\n[1 place could not be read]");
        assertThat(output(new GlobTool().run(GlobTool.Params.of("*.txt"), host)).text())
                .isEqualTo("a.txt\n[1 place could not be read]");
        assertThat(output(new LsTool().run(recursive(), host)).text())
                .isEqualTo("a.txt  7\nsecret/\n[1 place could not be read]");
    }

    private static LsTool.Params recursive() {
        return new LsTool.Params(
                ".",
                Optional.of(true),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void keepsTheFirstMatchesAndSpillsThemAll() throws Exception {
        var host =
                InMemoryHost.empty()
                        .with("a.txt", "needle\n".repeat(10_000))
                        .within(new GrepTool().spec().limits());
        ToolResult.Output found = output(new GrepTool().run(GrepTool.Params.of("needle"), host));
        var data = (GrepTool.Data) found.data();
        assertThat(data.count()).isEqualTo(10_000);
        assertThat(data.matches()).hasSize(200);
        assertThat(found.head()).isTrue();
        assertThat(found.text()).endsWith("a.txt:200:needle\n\n[the first 200 of 10000 matches]");
        assertThat(host.sidecarText().lines())
                .hasSize(10_000)
                .last()
                .isEqualTo("a.txt:10000:needle");
    }

    @Test
    void staysWithinTheBytesOfTheCall() throws Exception {
        var host =
                InMemoryHost.empty().with("a.txt", ("needle" + "x".repeat(994) + "\n").repeat(50));
        host.within(host.limits().withOutputBytes(10 * 1024));
        ToolResult.Output found = output(new GrepTool().run(GrepTool.Params.of("needle"), host));
        assertThat(((GrepTool.Data) found.data()).matches()).hasSize(10);
        assertThat(found.text()).hasSizeLessThan(10 * 1024 + Limits.NOTE_BYTES);
    }

    @Test
    void lsLeavesOutGitItself() throws Exception {
        var host = InMemoryHost.empty().with(".git/config", "x").with(".gitignore", "x");
        assertThat(output(new LsTool().run(LsTool.Params.of("."), host)).text())
                .isEqualTo(".gitignore  1");
    }

    @Test
    void namePatternsSpeakOfNamesOrPaths() {
        assertThat(new EntryPattern("*.java").matches("src/A.java", false)).isTrue();
        assertThat(new EntryPattern("src/*.java").matches("src/A.java", false)).isTrue();
        assertThat(new EntryPattern("src/*.java").matches("src/b/A.java", false)).isFalse();
        assertThat(new EntryPattern("src/**/*.java").matches("src/A.java", false)).isTrue();
        assertThat(new EntryPattern("{a,b}?[0-9]").matches("ax7", false)).isTrue();
        assertThat(new EntryPattern("[!a]").matches("a", false)).isFalse();
        assertThat(new EntryPattern("build/").matches("build", false)).isFalse();
        assertThat(new EntryPattern("build/").matches("build", true)).isTrue();
        assertThat(new EntryPattern("a.(b)+[").matches("a.(b)+[", false)).isTrue();
    }

    private static ToolResult.Output output(ToolResult result) {
        return (ToolResult.Output) result;
    }
}
