package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compared with the file API of the JDK and with `stat` of coreutils.
class FileHandleTest {

    @TempDir Path directory;
    @TempDir Path outside;
    private FileHandle root;

    @BeforeEach
    void open() throws IOException {
        assumeTrue(Syscalls.available(), "only Linux has these system calls");
        root = FileHandle.openDirectory(directory.toString());
    }

    @AfterEach
    void close() {
        root.close();
    }

    private static void assertFails(int errno, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        KernelException.class, it -> assertThat(it.errno()).isEqualTo(errno));
    }

    private static String shell(String script, Path... arguments) throws Exception {
        var words = new ArrayList<>(List.of("bash", "-c", script, "bash"));
        Stream.of(arguments).map(Path::toString).forEach(words::add);
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.strip();
    }

    private void plant() throws IOException {
        Files.writeString(outside.resolve("secret"), "secret");
        Files.createDirectories(directory.resolve("a/b"));
        Files.writeString(directory.resolve("a/b/file"), "inside");
        Files.createSymbolicLink(directory.resolve("out"), outside);
        Files.createSymbolicLink(directory.resolve("in"), Path.of("a"));
        Files.createSymbolicLink(directory.resolve("a/up"), Path.of(".."));
        Files.createSymbolicLink(directory.resolve("a/root"), Path.of("/"));
        Files.createSymbolicLink(directory.resolve("link"), Path.of("a/b/file"));
        Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));
        Files.createSymbolicLink(directory.resolve("magic"), Path.of("/proc/self/root"));
    }

    /// The JDK reads the target of each of these.
    @ParameterizedTest
    @ValueSource(strings = {"in/b/file", "link", "a/up/a/b/file"})
    void followsNoSymlinkThatStaysInside(String path) throws IOException {
        plant();
        assertThat(directory.resolve(path)).hasContent("inside");
        assertFails(Errno.ELOOP, () -> root.openBeneath(path, FileHandle.READ, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"out/secret", "a/root/etc/passwd", "loop", "magic/etc/passwd"})
    void followsNoSymlinkThatLeavesTheDirectory(String path) throws IOException {
        plant();
        assertFails(Errno.ELOOP, () -> root.openBeneath(path, FileHandle.READ, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../x", "a/../../x", "/etc/passwd", "/"})
    void opensNothingAboveTheDirectory(String path) throws IOException {
        plant();
        assertFails(FileErrno.EXDEV, () -> root.openBeneath(path, FileHandle.READ, 0));
    }

    @Test
    void opensNoSymlinkAsAnEntry() throws IOException {
        plant();
        assertFails(Errno.ELOOP, () -> root.openEntry("link", FileHandle.READ, 0));
        assertFails(
                Errno.ELOOP,
                () -> root.openEntry("link", FileHandle.WRITE | FileHandle.CREATE, 0600));
        assertFails(
                Errno.ENOTDIR,
                () -> root.openEntry("out", FileHandle.READ | FileHandle.DIRECTORY, 0));
        assertThat(outside.resolve("secret")).hasContent("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"out", "in", "link", "loop", "a/up", "a/root"})
    void readsTheTargetOfASymlinkItself(String path) throws IOException {
        plant();
        try (FileHandle link = root.openBeneath(path, FileHandle.PATH | FileHandle.NO_FOLLOW, 0)) {
            assertThat(link.status().isSymlink()).isTrue();
            assertThat(link.linkTarget())
                    .isEqualTo(Files.readSymbolicLink(directory.resolve(path)).toString());
        }
    }

    @Test
    void keepsTheTargetOfASymlinkToTheLetter() throws IOException {
        for (String target : List.of("a//b/", "./x", "ä€😀", "no where", "-n")) {
            root.makeLink("link", target);
            try (FileHandle link = root.openEntry("link", FileHandle.PATH, 0)) {
                assertThat(link.linkTarget()).isEqualTo(target);
            }
            root.unlink("link");
        }
    }

    @Test
    void readsTheStatusThatStatReads() throws Exception {
        plant();
        Files.createLink(directory.resolve("hard"), directory.resolve("a/b/file"));
        shell(
                "mkfifo \"$1/pipe\"; chmod 4751 \"$1/a/b/file\"; truncate -s 5G \"$1/large\"",
                directory);
        for (String name : List.of("hard", "a", "out", "pipe", "large", "loop")) {
            FileStatus status = root.status(name);
            assertThat(
                            "%x %d %d %d %d %d"
                                    .formatted(
                                            status.mode(),
                                            status.links(),
                                            status.owner(),
                                            status.group(),
                                            status.inode(),
                                            status.size()))
                    .as(name)
                    .isEqualTo(
                            shell("stat -c '%f %h %u %g %i %s' \"$1\"", directory.resolve(name)));
            assertThat(nanos(status.modified()) + " " + nanos(status.changed()))
                    .as(name)
                    .isEqualTo(shell("stat -c '%.9Y %.9Z' \"$1\"", directory.resolve(name)));
            assertThat((status.device() >>> 32) + ":" + (int) status.device())
                    .as(name)
                    .isEqualTo(shell("stat -c '%Hd:%Ld' \"$1\"", directory.resolve(name)));
        }
    }

    private static String nanos(long nanos) {
        return "%d.%09d"
                .formatted(
                        Math.floorDiv(nanos, 1_000_000_000), Math.floorMod(nanos, 1_000_000_000));
    }

    @Test
    void agreesWithTheJdkAboutTypes() throws Exception {
        plant();
        shell("mkfifo \"$1/pipe\"", directory);
        for (String name : List.of("a", "out", "pipe", "loop", "a/b/file")) {
            Path path = directory.resolve(name);
            FileStatus status = root.status(name);
            assertThat(List.of(status.isDirectory(), status.isRegular(), status.isSymlink()))
                    .as(name)
                    .containsExactly(
                            Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS),
                            Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS),
                            Files.isSymbolicLink(path));
        }
        assertThat(root.status().isDirectory()).isTrue();
        assertFails(Errno.ENOENT, () -> root.status("none"));
    }

    @Test
    void readsAnyPartOfAFile() throws IOException {
        var random = new Random(5);
        byte[] content = new byte[2_500_000];
        random.nextBytes(content);
        Files.write(directory.resolve("file"), content);
        try (FileHandle file = root.openEntry("file", FileHandle.READ, 0)) {
            for (int i = 0; i < 50; i++) {
                int from = random.nextInt(content.length + 10);
                int length = random.nextInt(1_500_000);
                int end = Math.min(content.length, from + length);
                assertThat(file.read(from, length))
                        .isEqualTo(Bytes.of(Arrays.copyOfRange(content, Math.min(from, end), end)));
            }
            assertThat(file.read(0, content.length + 1)).isEqualTo(Bytes.of(content));
            assertThat(file.read(0, 0)).isEqualTo(Bytes.EMPTY);
        }
    }

    @Test
    void writesWhereTheLastWriteEnded() throws IOException {
        var random = new Random(6);
        byte[] content = new byte[2_500_000];
        random.nextBytes(content);
        try (FileHandle file =
                root.openEntry(
                        "file",
                        FileHandle.WRITE | FileHandle.CREATE | FileHandle.EXCLUSIVE,
                        0640)) {
            file.write(Bytes.EMPTY);
            file.write(Bytes.of(content).part(0, 7));
            file.write(Bytes.of(content).part(7, content.length - 7));
            file.sync();
            file.syncAll();
        }
        assertThat(Files.readAllBytes(directory.resolve("file"))).isEqualTo(content);
        assertFails(
                FileErrno.EEXIST,
                () ->
                        root.openEntry(
                                "file",
                                FileHandle.WRITE | FileHandle.CREATE | FileHandle.EXCLUSIVE,
                                0600));
    }

    @Test
    void appendsBehindWhatOthersWrote() throws IOException {
        Path path = directory.resolve("log");
        try (FileHandle log =
                root.openEntry(
                        "log", FileHandle.WRITE | FileHandle.CREATE | FileHandle.APPEND, 0600)) {
            log.write(Bytes.of("one\n"));
            Files.writeString(path, "two\n", StandardOpenOption.APPEND);
            log.write(Bytes.of("three\n"));
        }
        assertThat(path).hasContent("one\ntwo\nthree\n");
    }

    @Test
    void listsEveryNameOfALargeDirectory() throws IOException {
        for (int i = 0; i < 1_500; i++) {
            Files.createFile(directory.resolve("a rather long name ä€😀 " + i));
        }
        Files.createFile(directory.resolve(".hidden"));
        try (Stream<Path> listed = Files.list(directory);
                FileHandle all = root.openBeneath(".", FileHandle.DIRECTORY, 0)) {
            assertThat(all.names())
                    .containsExactlyInAnyOrderElementsOf(
                            listed.map(it -> it.getFileName().toString()).toList());
        }
    }

    @Test
    void changesPermissionsAndOwner() throws Exception {
        Path path = Files.createFile(directory.resolve("file"));
        try (FileHandle file = root.openEntry("file", FileHandle.READ, 0)) {
            for (String mode : List.of("rwxr-x---", "---------", "r--r--r--", "rw-rw-rw-")) {
                int bits = 0;
                for (int i = 0; i < mode.length(); i++) {
                    bits = bits << 1 | (mode.charAt(i) == '-' ? 0 : 1);
                }
                file.permissions(bits);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .isEqualTo(mode);
                assertThat(file.status().permissions()).isEqualTo(bits);
            }
            FileStatus before = file.status();
            file.owner(before.owner(), before.group());
            assertThat(file.status().owner()).isEqualTo(before.owner());
        }
    }

    @Test
    void movesOverATargetOrNot() throws IOException {
        Files.writeString(directory.resolve("a"), "a");
        Files.writeString(directory.resolve("b"), "b");
        assertFails(FileErrno.EEXIST, () -> root.renameToFree("a", root, "b"));
        assertThat(directory.resolve("b")).hasContent("b");
        root.rename("a", root, "b");
        assertThat(directory.resolve("a")).doesNotExist();
        assertThat(directory.resolve("b")).hasContent("a");
        try (FileHandle other = FileHandle.openDirectory(outside.toString())) {
            root.renameToFree("b", other, "c");
        }
        assertThat(outside.resolve("c")).hasContent("a");
    }

    @Test
    void removesASymlinkAndNotItsTarget() throws IOException {
        plant();
        root.unlink("out");
        root.unlink("link");
        assertThat(outside.resolve("secret")).hasContent("secret");
        assertThat(directory.resolve("a/b/file")).hasContent("inside");
        assertFails(Errno.ENOENT, () -> root.unlink("link"));
        assertFails(FileErrno.EISDIR, () -> root.unlink("a"));
        assertFails(FileErrno.ENOTEMPTY, () -> root.removeDirectory("a"));
        assertFails(Errno.ENOTDIR, () -> root.removeDirectory("in"));
    }

    @Test
    void createsAndRemovesDirectories() throws IOException {
        root.makeDirectory("new", 0700);
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(directory.resolve("new"))))
                .isEqualTo("rwx------");
        assertFails(FileErrno.EEXIST, () -> root.makeDirectory("new", 0700));
        root.removeDirectory("new");
        assertThat(directory.resolve("new")).doesNotExist();
    }

    @Test
    void refersToItsFileEvenIfThatIsMoved() throws IOException {
        plant();
        try (FileHandle file = root.openBeneath("a/b/file", FileHandle.READ, 0)) {
            Files.move(directory.resolve("a/b/file"), outside.resolve("moved"));
            Files.writeString(directory.resolve("a/b/file"), "another");
            assertThat(file.read(0, 100)).isEqualTo(Bytes.of("inside"));
            assertThat(file.realPath()).isEqualTo(outside.toRealPath().resolve("moved").toString());
        }
    }

    @Test
    void rejectsNamesTheKernelWouldCutShort() {
        assertFails(Errno.EINVAL, () -> root.openEntry("a\0b", FileHandle.READ, 0));
        assertFails(Errno.EINVAL, () -> root.openBeneath("a\0/../..", FileHandle.READ, 0));
        assertFails(Errno.ENAMETOOLONG, () -> root.status("x".repeat(5_000)));
        assertFails(Errno.ENAMETOOLONG, () -> root.status("x".repeat(256)));
    }

    @Test
    @SuppressWarnings("try")
    void locksAgainstOtherHandlesAndOtherProcesses() throws Exception {
        Path path = Files.createFile(directory.resolve("lock"));
        try (FileHandle first = root.openEntry("lock", FileHandle.WRITE, 0);
                FileHandle second = root.openEntry("lock", FileHandle.WRITE, 0)) {
            assertThat(shell("flock -n \"$1\" echo free", path)).isEqualTo("free");
            assertThat(first.tryLock()).isTrue();
            assertThat(second.tryLock()).isFalse();
            assertThat(shell("flock -n \"$1\" echo free || echo taken", path)).isEqualTo("taken");
            first.close();
            assertThat(second.tryLock()).isTrue();
        }
        assertThat(shell("flock -n \"$1\" echo free", path)).isEqualTo("free");
    }

    /// Another file may have the number of a closed one.
    @Test
    void isClosedOnlyOnce() throws IOException {
        Files.writeString(directory.resolve("a"), "a");
        FileHandle first = root.openEntry("a", FileHandle.READ, 0);
        first.close();
        try (FileHandle second = root.openEntry("a", FileHandle.READ, 0)) {
            first.close();
            assertThat(second.read(0, 1)).isEqualTo(Bytes.of("a"));
        }
    }

    @Test
    void isNotInheritedByChildren() throws Exception {
        Files.writeString(directory.resolve("a"), "a");
        try (FileHandle file = root.openEntry("a", FileHandle.READ, 0)) {
            String flags =
                    Files.readAllLines(Path.of("/proc/self/fdinfo/" + file.descriptor())).stream()
                            .filter(it -> it.startsWith("flags:"))
                            .findFirst()
                            .orElseThrow();
            assertThat(Integer.parseInt(flags.replaceAll("\\D", ""), 8) & Syscalls.O_CLOEXEC)
                    .isNotZero();
        }
    }

    /// One thread uses the memory for calls that another has used before.
    @Test
    void manyThreadsReadAtOnce() throws Exception {
        int threads = 8;
        for (int i = 0; i < threads; i++) {
            Files.writeString(directory.resolve("file " + i), content(i));
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                readers.add(pool.submit(() -> readAgainAndAgain(number)));
            }
            for (Future<?> it : readers) {
                it.get();
            }
        }
    }

    /// Some fit into the memory that is used again, others do not.
    private static String content(int number) {
        return ("content " + number).repeat(700 * number + 1);
    }

    private Void readAgainAndAgain(int number) throws IOException {
        String content = content(number);
        try (FileHandle own = FileHandle.openDirectory(directory.toString())) {
            for (int i = 0; i < 300; i++) {
                try (FileHandle file = own.openEntry("file " + number, FileHandle.READ, 0)) {
                    assertThat(file.status().size()).isEqualTo(content.length());
                    assertThat(file.read(0, content.length() + 1)).isEqualTo(Bytes.of(content));
                    assertThat(file.realPath()).endsWith("/file " + number);
                    assertFails(Errno.ENOENT, () -> own.status("none " + number));
                }
            }
        }
        return null;
    }
}
