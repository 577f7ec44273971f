package dev.deft.search;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.search.grep.GrepOutcome.BadPattern;
import dev.deft.search.grep.GrepOutcome.Found;
import dev.deft.search.grep.LineQuery;
import dev.deft.search.grep.LineQuery.Syntax;
import dev.deft.search.grep.Match;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchTest {

    @TempDir Path root;
    private Search search;

    @BeforeEach
    void open() {
        search = Search.open(root, Map.of());
    }

    @AfterEach
    void close() {
        search.close();
    }

    @Test
    void findsFilesByNameInAnyDirectoryButNotHiddenOnes() throws Exception {
        write("a.java", "src/b.java", "src/c.kt", ".d.java", ".e/f.java", "src/.g/h.java");
        assertThat(glob("*.java")).containsExactly("a.java", "src/b.java");
        assertThat(glob("**/*.{java,kt}")).containsExactly("a.java", "src/b.java", "src/c.kt");
        assertThat(glob(".*.java")).containsExactly(".d.java");
        assertThat(glob(".e/*")).containsExactly(".e/f.java");
        assertThat(glob("**/.g/**")).containsExactly("src/.g/h.java");
        assertThat(glob("[.]d.java")).isEmpty();
        assertThat(glob("src/")).containsExactly("src/b.java", "src/c.kt");
        assertThat(glob("./src/?.kt")).containsExactly("src/c.kt");
        assertThat(glob("src/[!c]*")).containsExactly("src/b.java");
    }

    @Test
    void takesAPatternRelativeToThePath() throws Exception {
        write("x/a/b.txt", "x/b.txt", "b.txt");
        assertThat(search.files(GlobQuery.of("a/*").in("x")).files()).containsExactly("x/a/b.txt");
        assertThat(search.files(GlobQuery.of("*.txt").in("x/a/")).files())
                .containsExactly("x/a/b.txt");
        assertThatThrownBy(() -> search.files(GlobQuery.of("*").in("none")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void obeysTheRulesOfTheParentsOfThePath() throws Exception {
        write("x/keep.txt", "x/drop.txt", "x/y/drop.txt", "x/y/keep.txt");
        Files.writeString(root.resolve(".gitignore"), "drop.txt\n/x/y/keep.txt\n");
        assertThat(search.files(GlobQuery.of("*").in("x")).files()).containsExactly("x/keep.txt");
        assertThat(search.files(GlobQuery.of("*").in("x/y")).files()).isEmpty();
    }

    @Test
    void obeysTheRulesAboveTheRootOnlyInsideARepository() throws Exception {
        write("sub/a.txt", "sub/b.log");
        Files.writeString(root.resolve(".gitignore"), "*.log\n");
        try (Search below = Search.open(root.resolve("sub"), Map.of())) {
            assertThat(below.files(GlobQuery.of("*")).files()).containsExactly("a.txt", "b.log");
            Files.createDirectory(root.resolve(".git"));
            assertThat(below.files(GlobQuery.of("*")).files()).containsExactly("a.txt");
        }
    }

    @Test
    void readsTheExcludesFileOfTheUser() throws Exception {
        write("home/global", "work/a.tmp", "work/a.txt");
        Files.writeString(root.resolve("home/global"), "*.tmp\n");
        Files.writeString(root.resolve("home/.gitconfig"), "[core]\n\texcludesFile = ~/global\n");
        String home = root.resolve("home").toString();
        try (Search there = Search.open(root.resolve("work"), Map.of("HOME", home))) {
            assertThat(there.files(GlobQuery.of("*")).files()).containsExactly("a.txt");
        }
    }

    @Test
    void letsDotIgnoreWinOverGitignore() throws Exception {
        write("a.log", "b.txt");
        Files.writeString(root.resolve(".gitignore"), "*.log\n");
        Files.writeString(root.resolve(".ignore"), "!a.log\nb.txt\n");
        assertThat(glob("*")).containsExactly("a.log");
    }

    @Test
    void givesAllToTheSinkAndOnlyTheLimitToTheCaller() throws Exception {
        write("a", "b", "c");
        List<String> all = new ArrayList<>();
        FileList list = search.files(GlobQuery.of("*").withLimit(2).withSink(all::add));
        assertThat(list).isEqualTo(new FileList(List.of("a", "b"), 3, 0));
        assertThat(list.truncated()).isTrue();
        assertThat(all).containsExactly("a", "b", "c");
    }

    @Test
    void putsTheNewestFirst() throws Exception {
        write("a", "b", "c");
        Files.setLastModifiedTime(root.resolve("b"), FileTime.fromMillis(3_000_000_000_000L));
        Files.setLastModifiedTime(root.resolve("a"), FileTime.fromMillis(1000));
        assertThat(search.files(GlobQuery.of("*").newestFirst().withLimit(2)).files())
                .containsExactly("b", "c");
    }

    @Test
    void followsNoSymbolicLink() throws Exception {
        write("real/a.txt");
        Files.createSymbolicLink(root.resolve("loop"), root);
        Files.createSymbolicLink(root.resolve("link.txt"), root.resolve("real/a.txt"));
        assertThat(glob("**/*.txt")).containsExactly("real/a.txt");
        assertThat(found("real/a.txt").total()).isEqualTo(1);
        assertThatThrownBy(() -> search.files(GlobQuery.of("*").in("loop")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void listsADirectoryWithHiddenEntriesButWithoutGitAndWhatIsIgnored() throws Exception {
        write("a.txt", ".hidden", "dir/b.txt", ".git/config", "out/x");
        Files.writeString(root.resolve(".gitignore"), "out/\n");
        assertThat(search.list(ListQuery.of("")).entries())
                .extracting(EntryList.Entry::path)
                .containsExactly(".gitignore", ".hidden", "a.txt", "dir");
        assertThat(search.list(ListQuery.of("").recursive().matching("*.txt")).entries())
                .extracting(it -> it.kind() + " " + it.path() + " " + it.size())
                .containsExactly("FILE a.txt 6", "FILE dir/b.txt 10");
    }

    @Test
    void findsLinesWithTheirNumbers() throws Exception {
        Files.writeString(root.resolve("b.txt"), "one\ntwo foo\n\nfoo");
        Files.writeString(root.resolve("a.txt"), "foo\r\nbar\r\n");
        assertThat(found("fo{2}"))
                .isEqualTo(
                        new Found(
                                List.of(
                                        new Match("a.txt", 1, "foo"),
                                        new Match("b.txt", 2, "two foo"),
                                        new Match("b.txt", 4, "foo")),
                                3,
                                2,
                                0));
        assertThat(found("foo").matches()).hasSize(3);
        assertThat(found("o$").matches()).hasSize(3).contains(new Match("a.txt", 1, "foo"));
        assertThat(found("bar$").matches()).containsExactly(new Match("a.txt", 2, "bar"));
        assertThat(found("\\r").matches()).isEmpty();
        assertThat(found("(?i)FOO").total()).isEqualTo(3);
        assertThat(found("foo\\nbar").total()).isZero();
    }

    @Test
    void searchesHiddenFilesOnlyWhereTheIncludeNamesThem() throws Exception {
        Files.writeString(root.resolve(".env"), "KEY=1\n");
        Files.writeString(root.resolve("env"), "KEY=2\n");
        assertThat(found("KEY").matches()).containsExactly(new Match("env", 1, "KEY=2"));
        assertThat(((Found) search.grep(LineQuery.of("KEY").including(".env"))).matches())
                .containsExactly(new Match(".env", 1, "KEY=1"));
        assertThat(((Found) search.grep(LineQuery.of("KEY").in(".env"))).matches())
                .containsExactly(new Match(".env", 1, "KEY=1"));
    }

    @Test
    void readsTheEncodingsPeopleUse() throws Exception {
        Files.write(
                root.resolve("bom"),
                "\ufeffgrün\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        Files.write(root.resolve("latin"), "x\ngrün\n".getBytes(ISO_8859_1));
        Files.write(root.resolve("utf16"), "x\r\ngrün\r\n".getBytes(UTF_16));
        Files.write(root.resolve("utf16le"), "\ufeffgrün".getBytes(UTF_16LE));
        Files.write(root.resolve("binary"), new byte[] {'g', 'r', 0, 'n'});
        List<Match> all =
                List.of(
                        new Match("bom", 1, "grün"),
                        new Match("latin", 2, "grün"),
                        new Match("utf16", 2, "grün"),
                        new Match("utf16le", 1, "grün"));
        for (String pattern : List.of("grün", "^gr.n$", "gr[^n]n", "(?i)GRÜN", "gr(?=.n)", "^gr")) {
            assertThat(found(pattern).matches()).as(pattern).isEqualTo(all);
        }
    }

    @Test
    void findsLinesAcrossTheBordersOfItsBuffer() throws Exception {
        var text = new StringBuilder();
        List<Long> expected = new ArrayList<>();
        for (int i = 1; i <= 60_000; i++) {
            boolean hit = i % 997 == 0;
            text.append(hit ? "needle here " : "nothing at all ").append(i).append('\n');
            if (hit) {
                expected.add((long) i);
            }
        }
        text.append("x".repeat(1_000_000)).append("needle\n").append("last needle");
        expected.addAll(List.of(60_001L, 60_002L));
        Files.writeString(root.resolve("big"), text);
        for (String pattern :
                List.of("needle", "n[e]edle", "(?i)NEEDLE", "\\w{3}dle", "nee(?=d)")) {
            assertThat(found(pattern).matches())
                    .as(pattern)
                    .extracting(Match::line)
                    .isEqualTo(expected);
        }
        assertThat(found("xneedle").matches().getFirst().text()).hasSize(2000);
    }

    @Test
    void saysWhatIsWrongWithAPatternOrSearchesItLiterally() throws Exception {
        Files.writeString(root.resolve("a"), "f(x\n");
        assertThat(search.grep(LineQuery.of("f(x"))).isEqualTo(new BadPattern("unclosed group", 1));
        assertThat(search.grep(LineQuery.of("a[b"))).isEqualTo(new BadPattern("unclosed set", 1));
        assertThat(search.grep(LineQuery.of("*a")))
                .isEqualTo(new BadPattern("nothing to repeat", 0));
        assertThat(search.grep(LineQuery.of("(?<=a"))).isInstanceOf(BadPattern.class);
        assertThat(search.grep(LineQuery.of("f(x").as(Syntax.REGEX_OR_LITERAL)))
                .isEqualTo(new Found(List.of(new Match("a", 1, "f(x")), 1, 1, 0));
        assertThat(search.grep(LineQuery.of("f(x").as(Syntax.LITERAL)))
                .isEqualTo(new Found(List.of(new Match("a", 1, "f(x")), 1, 1, 0));
    }

    @Test
    void knowsWhatOnlyBacktrackingCan() throws Exception {
        Files.writeString(root.resolve("a"), "abab\nfoobar\nfoobaz\n");
        assertThat(found("(ab)\\1").matches()).extracting(Match::line).containsExactly(1L);
        assertThat(found("foo(?!bar)").matches()).extracting(Match::line).containsExactly(3L);
    }

    private Found found(String pattern) throws IOException, InterruptedException {
        return (Found)
                search.grep(
                        LineQuery.of(pattern).withLimit(1000).withTimeout(Duration.ofMinutes(4)));
    }

    private List<String> glob(String pattern) throws IOException, InterruptedException {
        return search.files(GlobQuery.of(pattern)).files();
    }

    private void write(String... files) throws IOException {
        for (String file : files) {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, file + "\n");
        }
    }
}
