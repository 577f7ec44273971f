package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.ErrorCode;
import dev.deft.host.FileInfo;
import dev.deft.host.FileQuery;
import dev.deft.host.GrepMatch;
import dev.deft.host.GrepQuery;
import dev.deft.host.GrepSummary;
import dev.deft.host.HostException;
import dev.deft.kernel.Syscalls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScopedSearchTest {

    @TempDir private Path root;
    private Bench bench;

    @BeforeEach
    void open() throws Exception {
        PathScope scope =
                new PathScope() {
                    @Override
                    public boolean mayRead(String path) {
                        return !path.startsWith("private/");
                    }

                    @Override
                    public boolean mayWrite(String path) {
                        return false;
                    }
                };
        bench = Bench.of(root, Trees.IN_ONE_STEP, scope);
        bench.put("src/a.txt", "one\nneedle\n");
        bench.put("src/b.md", "needle");
        bench.put("private/key.txt", "needle");
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void findsOnlyWhatMayBeRead() throws Exception {
        assertThat(find(".", "*.txt")).containsExactly("src/a.txt");
        assertThat(find("src", "*")).containsExactly("src/a.txt", "src/b.md");
        assertThat(find("private", "*")).isEmpty();
    }

    @Test
    void buildsAnIndexForWhoeverSearchesAgain() throws Exception {
        assumeTrue(Syscalls.available(), "only Linux has inotify");
        find(".", "*.txt");
        find(".", "*.txt");
        bench.workspace().search().awaitWarm();
        assertThat(find(".", "*.txt")).containsExactly("src/a.txt");
        assertThat(bench.workspace().search().answersFromIndex()).isPositive();
    }

    /// The JDK cannot make such a name, so a shell does.
    @Test
    void listsANameThatIsNoUtf8() throws Exception {
        var maker =
                new ProcessBuilder("sh", "-c", "printf x > \"$(printf 'src/\\377.txt')\"")
                        .directory(root.toFile())
                        .start();
        assertThat(maker.waitFor()).isZero();

        assertThat(bench.files().list(bench.files().resolve("src")))
                .extracting(FileInfo::name, FileInfo::type, FileInfo::size)
                .containsExactly(
                        tuple("a.txt", FileInfo.Type.FILE, 11L),
                        tuple("b.md", FileInfo.Type.FILE, 6L),
                        tuple("\uFFFD.txt", FileInfo.Type.FILE, 1L));
    }

    @Test
    void findsTheSameWhileItGetsReady() throws Exception {
        bench.workspace().warm();
        assertThat(find(".", "*.txt")).containsExactly("src/a.txt");
        bench.put("src/c.txt", "needle");
        assertThat(find(".", "*.txt")).containsExactly("src/a.txt", "src/c.txt");
    }

    private List<String> find(String under, String pattern) throws Exception {
        return bench.files()
                .find(new FileQuery(bench.files().resolve(under), pattern, FileQuery.Order.BY_PATH))
                .files();
    }

    @Test
    void grepsOnlyWhatMayBeRead() throws Exception {
        var matches = new ArrayList<GrepMatch>();
        GrepSummary summary =
                bench.files().grep(query(".", "needle"), it -> matches.add(it.toMatch()));
        assertThat(matches)
                .containsExactly(
                        new GrepMatch("src/a.txt", 2, "needle"),
                        new GrepMatch("src/b.md", 1, "needle"));
        assertThat(summary).isEqualTo(GrepSummary.complete(2, 0));
    }

    @Test
    void saysWhatItDidNotReachInTimeButNotWhatMayNotBeRead() throws Exception {
        GrepQuery hurried = query(".", "needle").withTimeout(Duration.ofNanos(1));
        GrepSummary summary = bench.files().grep(hurried, _ -> {});
        assertThat(summary.incomplete()).isTrue();
        assertThat(summary.notReached().some())
                .isNotEmpty()
                .noneMatch(it -> it.startsWith("private"));
    }

    @Test
    void explainsABadPatternAndAMissingDirectory() {
        assertThat(failure("src", "(").code()).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        assertThat(failure("srd", "x"))
                .hasMessage("There is no file or directory srd. Did you mean src?");
    }

    private HostException failure(String under, String pattern) {
        return catchThrowableOfType(
                HostException.class, () -> bench.files().grep(query(under, pattern), _ -> {}));
    }

    private GrepQuery query(String under, String pattern) throws IOException {
        return new GrepQuery(
                bench.files().resolve(under),
                pattern,
                Optional.empty(),
                GrepQuery.Syntax.REGEX,
                Duration.ofMinutes(2));
    }
}
