package dev.deft.os;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspaceFiles.Changed;
import dev.deft.host.WorkspaceFiles.Current;
import dev.deft.host.WorkspacePath;
import dev.deft.os.change.ChangeRecorder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// How files change.
@ParameterizedClass
@EnumSource(Trees.class)
class ChangeTest {

    private final Trees trees;
    @TempDir private Path root;
    private Bench bench;

    ChangeTest(Trees trees) {
        this.trees = trees;
    }

    @BeforeEach
    void open() throws Exception {
        bench = Bench.of(root, trees);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    /// Of a file of 3 GB no byte is read, and it can be replaced.
    @Test
    void replacesAFileThatNoMemoryWouldHold() throws Exception {
        try (var file = new RandomAccessFile(root.resolve("huge").toFile(), "rw")) {
            file.setLength(3L << 30);
        }
        WorkspacePath huge = bench.files().resolve("huge");
        var seen = new ArrayList<Current>();
        bench.files()
                .change(
                        List.of(huge),
                        current -> {
                            seen.addAll(current.values());
                            return Map.of(huge, Optional.of(Bytes.of("small")));
                        });
        assertThat(seen)
                .containsExactly(
                        new Current(OptionalLong.of(3L << 30), Optional.empty(), false, true));
        assertThat(root.resolve("huge")).hasContent("small");
    }

    /// Content and mode, mode alone, and a new file, as a patch of git has them.
    @Test
    void makesFilesExecutableAndBack() throws Exception {
        Files.writeString(root.resolve("run.sh"), "one");
        Files.setPosixFilePermissions(
                root.resolve("run.sh"), PosixFilePermissions.fromString("rw-r-----"));
        change("run.sh", "two", true);
        assertThat(permissions("run.sh")).isEqualTo("rwxr-x---");
        change("run.sh", "two", false);
        assertThat(permissions("run.sh")).isEqualTo("rw-r-----");
        change("new.sh", "new", true);
        assertThat(permissions("new.sh")).isEqualTo("rwxr-xr-x");
    }

    private String permissions(String name) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(name)));
    }

    private void change(String name, String content, boolean executable) throws Exception {
        WorkspacePath file = bench.files().resolve(name);
        bench.files()
                .change(
                        List.of(file),
                        new WorkspaceFiles.Changer() {
                            @Override
                            public Map<WorkspacePath, Optional<Bytes>> change(
                                    Map<WorkspacePath, Current> current) {
                                return Map.of(file, Optional.of(Bytes.of(content)));
                            }

                            @Override
                            public Map<WorkspacePath, Boolean> executable() {
                                return Map.of(file, executable);
                            }
                        });
    }

    @Test
    void makesAFileAndItsDirectories() throws Exception {
        List<Changed> changed = bench.write("a/b/new.txt", "hello");
        assertThat(changed)
                .containsExactly(
                        new Changed(
                                bench.files().resolve("a/b/new.txt"),
                                Optional.empty(),
                                Optional.of(Bytes.of("hello"))));
        assertThat(root.resolve("a/b/new.txt")).hasContent("hello");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void leavesAFileAloneThatWouldStayTheSame() throws Exception {
        Path file = bench.put("a.txt", "same");
        Object inode = Files.getAttribute(file, "unix:ino");
        assertThat(bench.write("a.txt", "same")).isEmpty();
        assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(inode);
    }

    @Test
    void changesSeveralFilesAtOnce() throws Exception {
        bench.put("old.txt", "1");
        bench.put("gone.txt", "2");
        List<WorkspacePath> files = resolve("old.txt", "gone.txt", "new.txt", "kept.txt");
        List<Changed> changed =
                bench.files()
                        .change(
                                files,
                                current -> {
                                    assertThat(current.keySet()).containsExactlyElementsOf(files);
                                    return Map.of(
                                            files.get(0), Optional.of(Bytes.of("one")),
                                            files.get(1), Optional.empty(),
                                            files.get(2), Optional.of(Bytes.of("three")));
                                });
        assertThat(changed)
                .containsExactly(
                        new Changed(
                                files.get(0),
                                Optional.of(Bytes.of("1")),
                                Optional.of(Bytes.of("one"))),
                        new Changed(files.get(1), Optional.of(Bytes.of("2")), Optional.empty()),
                        new Changed(
                                files.get(2), Optional.empty(), Optional.of(Bytes.of("three"))));
        assertThat(visible()).containsExactly("new.txt", "old.txt");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void changesNothingWhenOneOfSeveralCannotChange() throws Exception {
        bench.put("a.txt", "a");
        bench.put("linked.txt", "linked");
        Files.createLink(root.resolve("other.txt"), root.resolve("linked.txt"));
        List<WorkspacePath> files = resolve("a.txt", "made/b.txt", "linked.txt");
        assertThatThrownBy(() -> bench.files().change(files, _ -> all(files, "changed")))
                .isInstanceOf(HostException.class);
        assertThat(bench.read("a.txt")).isEqualTo("a");
        assertThat(root.resolve("made")).doesNotExist();
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void changesNothingWhenTheChangerThrows() throws Exception {
        bench.put("a.txt", "a");
        List<WorkspacePath> files = resolve("a.txt");
        var trouble = new HostException(ErrorCode.CONFLICT, "no");
        assertThatThrownBy(() ->
                        bench.files()
                                .change(
                                        files,
                                        _ -> {
                                            throw trouble;
                                        }))
                .isSameAs(trouble);
        assertThat(bench.read("a.txt")).isEqualTo("a");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void noticesAForeignChangeWhileTheChangerThinks() throws Exception {
        bench.put("a.txt", "a");
        List<WorkspacePath> files = resolve("a.txt");
        HostException conflict =
                catchThrowableOfType(
                        HostException.class,
                        () ->
                                bench.files()
                                        .change(
                                                files,
                                                _ -> {
                                                    bench.put("a.txt", "foreign");
                                                    return all(files, "ours");
                                                }));
        assertThat(Bench.refusal(conflict))
                .isEqualTo(
                        "conflict: a.txt was changed by someone else just now, so it was left alone. Read it again.");
        assertThat(root.resolve("a.txt")).hasContent("foreign");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void saysWhetherAFileChangedSinceItWasRead() throws Exception {
        bench.put("a.txt", "a");
        assertThat(changedSinceRead("a.txt")).as("never read").isFalse();
        bench.read("a.txt");
        assertThat(changedSinceRead("a.txt")).as("read").isFalse();
        bench.put("a.txt", "b");
        assertThat(changedSinceRead("a.txt")).as("changed by others").isTrue();
        bench.read("a.txt");
        bench.write("a.txt", "ours");
        assertThat(changedSinceRead("a.txt")).as("changed by us").isFalse();
        var later = new KnownFiles(bench.memory().fingerprints());
        bench.put("a.txt", "c");
        try (OsFiles next =
                bench.workspace().files(PathScope.EVERYTHING, later, ChangeRecorder.NONE)) {
            assertThat(changedSinceRead(next, "a.txt")).as("kept with the session").isTrue();
        }
        Files.delete(root.resolve("a.txt"));
        assertThat(changedSinceRead("a.txt")).as("gone: nothing to protect").isFalse();
    }

    @Test
    void knowsAFileReadInPieces() throws Exception {
        bench.put("a.txt", "abc");
        try (var opened = bench.files().open(bench.files().resolve("a.txt"))) {
            assertThat(opened.size()).isEqualTo(3);
            assertThat(opened.read(1, 10).text(UTF_8)).isEqualTo("bc");
        }
        assertThat(changedSinceRead("a.txt")).isFalse();
        bench.put("a.txt", "abcd");
        assertThat(changedSinceRead("a.txt")).isTrue();
    }

    @Test
    void movesAFileToAFreePlaceOnly() throws Exception {
        bench.put("a.txt", "a");
        bench.put("b.txt", "b");
        List<WorkspacePath> files = resolve("a.txt", "b.txt", "deep/c.txt");
        HostException conflict =
                catchThrowableOfType(
                        HostException.class, () -> bench.files().move(files.get(0), files.get(1)));
        assertThat(Bench.refusal(conflict))
                .isEqualTo("conflict: b.txt exists already. Use another name or delete it first.");
        bench.files().move(files.get(0), files.get(2));
        assertThat(visible()).containsExactly("b.txt", "deep/c.txt");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void deletesAFile() throws Exception {
        bench.put("a.txt", "a");
        bench.files().delete(bench.files().resolve("a.txt"));
        assertThat(visible()).isEmpty();
        assertThat(
                        catchThrowableOfType(
                                        HostException.class,
                                        () -> bench.files().delete(bench.files().resolve("a.txt")))
                                .code())
                .isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    void letsOneChangeAtATimeAtAPath() throws Exception {
        bench.put("n.txt", "0");
        int threads = 8;
        int rounds = 25;
        var failures = new ArrayList<Throwable>();
        List<Thread> all =
                Stream.generate(() -> Thread.ofVirtual().unstarted(() -> count(rounds, failures)))
                        .limit(threads)
                        .toList();
        all.forEach(Thread::start);
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(bench.read("n.txt")).isEqualTo(Integer.toString(threads * rounds));
    }

    private void count(int rounds, List<Throwable> failures) {
        try {
            for (int i = 0; i < rounds; i++) {
                List<WorkspacePath> file = resolve("n.txt");
                bench.files().change(file, current -> all(file, next(current)));
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            synchronized (failures) {
                failures.add(e);
            }
        }
    }

    private static String next(Map<WorkspacePath, Current> current) {
        Bytes content = current.values().iterator().next().content().orElseThrow();
        return Integer.toString(Integer.parseInt(content.text(UTF_8)) + 1);
    }

    @Test
    void canBeInterruptedWhileItWaits() throws Exception {
        List<WorkspacePath> file = resolve("a.txt");
        var interrupted = new CountDownLatch(1);
        bench.files()
                .change(
                        file,
                        _ -> {
                            Thread second =
                                    Thread.ofVirtual().unstarted(() -> waitFor(file, interrupted));
                            second.start();
                            second.interrupt();
                            await(interrupted);
                            return all(file, "first");
                        });
        assertThat(bench.read("a.txt")).isEqualTo("first");
        assertThat(leftovers()).isEmpty();
    }

    private void waitFor(List<WorkspacePath> file, CountDownLatch interrupted) {
        try {
            bench.files().change(file, _ -> all(file, "second"));
        } catch (InterruptedException _) {
            interrupted.countDown();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void keepsItsOwnFilesOutOfGit() throws Exception {
        bench.write("a.txt", "a");
        assertThat(root.resolve(".deft/.gitignore")).hasContent("*");
    }

    private boolean changedSinceRead(String path) throws IOException, InterruptedException {
        return changedSinceRead(bench.files(), path);
    }

    private static boolean changedSinceRead(OsFiles files, String path)
            throws IOException, InterruptedException {
        var seen = new ArrayList<Boolean>();
        files.change(
                List.of(files.resolve(path)),
                current -> {
                    current.values().forEach(it -> seen.add(it.changedSinceRead()));
                    return Map.of();
                });
        return seen.getFirst();
    }

    private List<WorkspacePath> resolve(String... paths) throws IOException {
        var resolved = new ArrayList<WorkspacePath>();
        for (String path : paths) {
            resolved.add(bench.files().resolve(path));
        }
        return resolved;
    }

    private static Map<WorkspacePath, Optional<Bytes>> all(
            List<WorkspacePath> files, String content) {
        return files.stream()
                .collect(Collectors.toMap(it -> it, _ -> Optional.of(Bytes.of(content))));
    }

    private List<String> visible() throws IOException {
        return Bench.files(root, it -> !it.startsWith(".deft"));
    }

    private List<String> leftovers() throws IOException {
        return Bench.leftovers(root);
    }
}
