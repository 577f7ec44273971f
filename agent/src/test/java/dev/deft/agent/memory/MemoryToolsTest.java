package dev.deft.agent.memory;

import static dev.deft.agent.memory.MemoryFixture.host;
import static dev.deft.agent.memory.MemoryFixture.run;
import static dev.deft.agent.memory.MemoryFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.Limits;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryToolsTest {

    private static final String KEY = "sk-ant-api03-" + "a1B2c3D4e5F6g7H8".repeat(3);

    private static MemoryAppendTool.Params entry(String path, String entry) {
        return new MemoryAppendTool.Params(path, entry, Optional.empty());
    }

    private static MemoryAppendTool.Params entry(String path, String entry, String summary) {
        return new MemoryAppendTool.Params(path, entry, Optional.of(summary));
    }

    private static void assertRefused(ErrorCode code, Tool<?> tool, Attempt attempt) {
        assertThatThrownBy(attempt::run)
                .as(tool.spec().id())
                .isInstanceOfSatisfying(
                        HostException.class, it -> assertThat(it.code()).isEqualTo(code));
    }

    private interface Attempt {
        void run() throws Exception;
    }

    @Test
    void writeAndReadAFile() throws Exception {
        Host host = host();
        ToolResult.Output written =
                run(
                        new MemoryWriteTool(),
                        new MemoryWriteTool.Params("memory/a.md", "# Ä\n"),
                        host);
        assertThat(written.data()).isEqualTo(new MemoryChange.Data("memory/a.md", 5));
        ToolResult.Output read =
                run(new MemoryReadTool(), new MemoryReadTool.Params("memory/a.md"), host);
        assertThat(read.data()).isEqualTo(new MemoryReadTool.Data("memory/a.md", "# Ä\n", 5));
        assertThat(read.text()).isEqualTo("# Ä\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "notes.md",
                "memory/a.txt",
                "memory",
                "memory/.hidden/a.md",
                "memory/../src/a.md",
                "../memory/a.md",
                "memory.md",
                "Memory.md",
                "sub/memory/a.md",
                "memory/a.md/../../b.md",
                "/etc/passwd"
            })
    void refuseOtherFiles(String path) {
        Host host = host().with("notes.md", "x").with("src/a.md", "x");
        var write = new MemoryWriteTool();
        assertRefused(
                ErrorCode.CAPABILITY_DENIED,
                write,
                () -> write.run(new MemoryWriteTool.Params(path, "x"), host));
        var read = new MemoryReadTool();
        assertRefused(
                ErrorCode.CAPABILITY_DENIED,
                read,
                () -> read.touches(new MemoryReadTool.Params(path), host.files()));
        var get = new MemoryGetTool();
        assertRefused(
                ErrorCode.CAPABILITY_DENIED,
                get,
                () ->
                        get.run(
                                new MemoryGetTool.Params(path, Optional.empty(), Optional.empty()),
                                host));
    }

    @Test
    void refuseSecrets() throws Exception {
        InMemoryHost host = host().with("memory/a.md", "password is in the vault\n");
        var write = new MemoryWriteTool();
        var append = new MemoryAppendTool();
        var patch = new MemoryPatchTool();
        assertRefused(
                ErrorCode.REFUSED,
                write,
                () -> write.run(new MemoryWriteTool.Params("memory/a.md", "key " + KEY), host));
        assertRefused(ErrorCode.REFUSED, append, () -> append.run(entry("memory/a.md", KEY), host));
        assertRefused(
                ErrorCode.REFUSED,
                append,
                () -> append.run(entry("memory/a.md", "harmless", KEY), host));
        assertRefused(
                ErrorCode.REFUSED,
                patch,
                () -> patch.run(new MemoryPatchTool.Params("memory/a.md", "vault", KEY), host));
        assertThat(text(host, "memory/a.md")).isEqualTo("password is in the vault\n");
    }

    @Test
    void appendToTheEnd() throws Exception {
        Host host = host().with("memory/a.md", "one");
        ToolResult.Output output = run(new MemoryAppendTool(), entry("memory/a.md", "two"), host);
        run(new MemoryAppendTool(), entry("memory/a.md", "three\n"), host);
        assertThat(text(host, "memory/a.md")).isEqualTo("one\ntwo\nthree\n");
        assertThat(output.data()).isEqualTo(new MemoryChange.Data("memory/a.md", 8));
    }

    @Test
    void appendToANewFile() throws Exception {
        Host host = host();
        run(new MemoryAppendTool(), entry("memory/new/a.md", "first", "  two\nlines "), host);
        assertThat(text(host, "memory/new/a.md")).isEqualTo("> Summary: two lines\n\nfirst\n");
    }

    @Test
    void replaceTheSummary() throws Exception {
        Host host = host().with("MEMORY.md", "# T\n> Summary: old\n\ntext > Summary: no\n");
        run(new MemoryAppendTool(), entry("MEMORY.md", "more", "$1 new"), host);
        assertThat(text(host, "MEMORY.md"))
                .isEqualTo("# T\n> Summary: $1 new\n\ntext > Summary: no\nmore\n");
    }

    @Test
    void insertASummaryBelowTheTitle() throws Exception {
        Host host = host().with("memory/a.md", "# Title\ntext\n").with("memory/b.md", "# Only");
        run(new MemoryAppendTool(), entry("memory/a.md", "x", "s"), host);
        run(new MemoryAppendTool(), entry("memory/b.md", "x", "s"), host);
        assertThat(text(host, "memory/a.md")).isEqualTo("# Title\n> Summary: s\n\ntext\nx\n");
        assertThat(text(host, "memory/b.md")).isEqualTo("# Only\n> Summary: s\nx\n");
    }

    @Test
    void keepLineEnds() throws Exception {
        Host host = host().with("memory/a.md", "# T\r\n\r\none\r\ntwo\r\n");
        run(
                new MemoryPatchTool(),
                new MemoryPatchTool.Params("memory/a.md", "one\ntwo", "1\n2"),
                host);
        run(new MemoryAppendTool(), entry("memory/a.md", "3\n4", "s"), host);
        assertThat(text(host, "memory/a.md"))
                .isEqualTo("# T\r\n> Summary: s\r\n\r\n1\r\n2\r\n3\r\n4\r\n");
    }

    @Test
    void patchTextThatOccursOnce() throws Exception {
        Host host = host().with("memory/a.md", "a b c");
        ToolResult.Output output =
                run(
                        new MemoryPatchTool(),
                        new MemoryPatchTool.Params("memory/a.md", "b", "$0\\n"),
                        host);
        assertThat(text(host, "memory/a.md")).isEqualTo("a $0\\n c");
        assertThat(output.data()).isEqualTo(new MemoryChange.Data("memory/a.md", 8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "aa", "b b"})
    void patchNothingElse(String old) throws Exception {
        Host host = host().with("memory/a.md", "aaa b b b");
        var patch = new MemoryPatchTool();
        assertRefused(
                ErrorCode.CONFLICT,
                patch,
                () -> patch.run(new MemoryPatchTool.Params("memory/a.md", old, "x"), host));
        assertThat(text(host, "memory/a.md")).isEqualTo("aaa b b b");
    }

    @Test
    void patchOnlyWhatIsThere() {
        var patch = new MemoryPatchTool();
        assertRefused(
                ErrorCode.NOT_FOUND,
                patch,
                () -> patch.run(new MemoryPatchTool.Params("memory/a.md", "a", "b"), host()));
    }

    @Test
    void doNotReplaceWhatChangedSinceItWasRead() throws Exception {
        InMemoryHost host = host().with("memory/a.md", "one");
        run(new MemoryReadTool(), new MemoryReadTool.Params("memory/a.md"), host);
        host.with("memory/a.md", "two");
        var write = new MemoryWriteTool();
        assertRefused(
                ErrorCode.CONFLICT,
                write,
                () -> write.run(new MemoryWriteTool.Params("memory/a.md", "three"), host));
        assertThat(text(host, "memory/a.md")).isEqualTo("two");
    }

    @Test
    void leaveFilesAloneThatAreNoText() throws Exception {
        Bytes latin = Bytes.of("caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        InMemoryHost host =
                host().with("memory/latin.md", latin).with("memory/bin.md", Bytes.of("a\0b"));
        var append = new MemoryAppendTool();
        assertRefused(
                ErrorCode.REFUSED, append, () -> append.run(entry("memory/latin.md", "x"), host));
        var read = new MemoryReadTool();
        assertRefused(
                ErrorCode.REFUSED,
                read,
                () -> read.run(new MemoryReadTool.Params("memory/bin.md"), host));
        assertThat(run(read, new MemoryReadTool.Params("memory/latin.md"), host).text())
                .isEqualTo("caf\uFFFD");
    }

    @Test
    void writeNoMoreThanAMegabyte() throws Exception {
        Host host = host().with("memory/a.md", "x".repeat(MemoryText.MAX_BYTES));
        var write = new MemoryWriteTool();
        assertRefused(
                ErrorCode.TOO_LARGE,
                write,
                () ->
                        write.run(
                                new MemoryWriteTool.Params(
                                        "memory/b.md", "x".repeat(MemoryText.MAX_BYTES + 1)),
                                host));
        var append = new MemoryAppendTool();
        assertRefused(
                ErrorCode.TOO_LARGE, append, () -> append.run(entry("memory/a.md", "y"), host));
        assertThat(new MemoryReadTool().run(new MemoryReadTool.Params("memory/a.md"), host))
                .isInstanceOfSatisfying(
                        ToolResult.Failure.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.TOO_LARGE));
    }

    @Test
    void listFilesWithTheirSummaries() throws Exception {
        Host host =
                host().with("MEMORY.md", "> Summary:  all  \n")
                        .with("memory/facts/b.md", "no summary")
                        .with("memory/a.md", "# A\n\n> Summary: first\n> Summary: second\n")
                        .with("memory/skip.txt", "> Summary: no\n")
                        .with("other.md", "> Summary: no\n");
        ToolResult.Output output = run(new MemoryListTool(), new MemoryListTool.Params(), host);
        assertThat(output.data())
                .isEqualTo(
                        new MemoryListTool.Data(
                                List.of(
                                        new MemoryFile("MEMORY.md", "all", 18),
                                        new MemoryFile("memory/a.md", "first", 40),
                                        new MemoryFile("memory/facts/b.md", "", 10))));
        assertThat(output.text())
                .isEqualTo(
                        "MEMORY.md (18 bytes): all\nmemory/a.md (40 bytes): first\nmemory/facts/b.md (10 bytes)");
    }

    @Test
    void listNoMoreThanTheLimit() throws Exception {
        InMemoryHost host = host().within(Limits.DEFAULT.withItems(1));
        host.with("memory/a.md", "").with("memory/b.md", "");
        ToolResult.Output output = run(new MemoryListTool(), new MemoryListTool.Params(), host);
        assertThat(((MemoryListTool.Data) output.data()).files()).hasSize(1);
        assertThat(output.text()).endsWith("[1 more memory files are not listed]");
    }

    @Test
    void sayThatThereIsNothingYet() throws Exception {
        assertThat(run(new MemoryListTool(), new MemoryListTool.Params(), host()).text())
                .isEqualTo("There are no memory files yet.");
    }

    private static MemoryGetTool.Params lines(Integer from, Integer lines) {
        return new MemoryGetTool.Params("memory/a.md", Optional.of(from), Optional.of(lines));
    }

    @Test
    void getLines() throws Exception {
        Host host = host().with("memory/a.md", "1\n2\n3\n4\n");
        ToolResult.Output middle = run(new MemoryGetTool(), lines(2, 2), host);
        assertThat(middle.data()).isEqualTo(new MemoryGetTool.Data("memory/a.md", "2\n3", 2, 3, 4));
        assertThat(middle.text()).isEqualTo("2\n3\n[lines 4 to 4 follow]");
        assertThat(run(new MemoryGetTool(), lines(4, 10_000), host).text()).isEqualTo("4");
        assertThat(
                        run(
                                        new MemoryGetTool(),
                                        new MemoryGetTool.Params(
                                                "memory/a.md", Optional.empty(), Optional.empty()),
                                        host)
                                .text())
                .isEqualTo("1\n2\n3\n4");
    }

    @Test
    void getNoLinesBehindTheEnd() throws Exception {
        Host host = host().with("memory/a.md", "1\n");
        assertThat(new MemoryGetTool().run(lines(2, 1), host))
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.INVALID_ARGUMENTS,
                                "memory/a.md has 1 lines, so there is no line 2."));
    }

    @Test
    void getNothingOfAnEmptyFile() throws Exception {
        Host host = host().with("memory/a.md", "");
        assertThat(run(new MemoryGetTool(), lines(1, 1), host).data())
                .isEqualTo(new MemoryGetTool.Data("memory/a.md", "", 0, 0, 0));
    }

    private static MemorySearchTool.Params query(String query) {
        return new MemorySearchTool.Params(query, Optional.empty(), Optional.empty());
    }

    @Test
    void searchAndSayThatItWasByKeywords() throws Exception {
        Host host = host().with("memory/a.md", "one\nthe cat\n");
        ToolResult.Output output = run(new MemorySearchTool(), query("cat"), host);
        assertThat(output.data())
                .isEqualTo(
                        new MemorySearchTool.Data(
                                List.of(
                                        new MemorySearchTool.Result(
                                                "memory/a.md", 2, 2, 0.5, "the cat")),
                                "keyword",
                                0));
        assertThat(output.text())
                .isEqualTo(
                        """
                        path: memory/a.md
                        lines: 2-2
                        score: 0.50
                        snippet:
                        the cat
                        [This was a keyword search only: there are no embeddings here.]\
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "\n\t"})
    void searchForSomething(String blank) throws Exception {
        assertThat(new MemorySearchTool().run(query(blank), host()))
                .isEqualTo(
                        ToolResult.failure(
                                ErrorCode.INVALID_ARGUMENTS,
                                "The query is empty. Say what to look for."));
    }

    @Test
    void haveNoMemoryOnAHostWithoutOne() {
        var search = new MemorySearchTool();
        assertRefused(
                ErrorCode.UNAVAILABLE, search, () -> search.run(query("x"), InMemoryHost.empty()));
    }
}
