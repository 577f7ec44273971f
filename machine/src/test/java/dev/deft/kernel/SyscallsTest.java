package dev.deft.kernel;

import static dev.deft.kernel.Syscalls.AT_FDCWD;
import static dev.deft.kernel.Syscalls.O_CLOEXEC;
import static dev.deft.kernel.Syscalls.O_DIRECTORY;
import static dev.deft.kernel.Syscalls.O_NOFOLLOW;
import static dev.deft.kernel.Syscalls.O_RDONLY;
import static dev.deft.kernel.Syscalls.RESOLVE_BENEATH;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyscallsTest {

    @TempDir Path directory;
    private Syscalls kernel;
    private int root;

    @BeforeEach
    void open() {
        assumeTrue(Syscalls.available(), "only Linux has these system calls");
        kernel = new Syscalls();
        root = kernel.openat(AT_FDCWD, bytes(directory + ""), O_DIRECTORY | O_CLOEXEC, 0);
        assertThat(root).isNotNegative();
    }

    @AfterEach
    void close() {
        kernel.close(root);
    }

    @Test
    void readsAFileRelativeToADirectory() throws Exception {
        Files.writeString(directory.resolve("a"), "hello");
        int file = kernel.openat(root, bytes("a"), O_RDONLY | O_CLOEXEC, 0);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(16);
            assertThat(kernel.read(file, buffer, 2, 14)).isEqualTo(5);
            assertThat(buffer.asSlice(2, 5).toArray(JAVA_BYTE)).isEqualTo(bytes("hello"));
            assertThat(kernel.pread(file, buffer, 0, 3, 1)).isEqualTo(3);
            assertThat(buffer.asSlice(0, 3).toArray(JAVA_BYTE)).isEqualTo(bytes("ell"));
            assertThat(new MemoryScan().indexOf(buffer, 0, 3, (byte) 'l')).isEqualTo(1);
        }
        assertThat(kernel.close(file)).isZero();
    }

    @Test
    void answersWithTheErrorOfTheKernel() {
        assertThat(kernel.openat(root, bytes("none"), O_RDONLY, 0)).isEqualTo(-Errno.ENOENT);
        assertThat(Errno.exception("open", "none", -Errno.ENOENT))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(Errno.exception("open", "x", -Errno.EACCES))
                .isInstanceOf(AccessDeniedException.class);
        assertThat(kernel.openat(root, new byte[5000], O_RDONLY, 0)).isEqualTo(-Errno.ENAMETOOLONG);
    }

    @Test
    void followsNoLinkWhereToldNotTo() throws Exception {
        Files.createSymbolicLink(directory.resolve("out"), Path.of("/"));
        assertThat(kernel.openat(root, bytes("out"), O_NOFOLLOW, 0)).isEqualTo(-Errno.ELOOP);
        assertThat(kernel.openat2(root, bytes("out/etc"), O_DIRECTORY, RESOLVE_BENEATH))
                .isNegative();
        assertThat(kernel.openat2(root, bytes(".."), O_DIRECTORY, RESOLVE_BENEATH)).isNegative();
    }

    @Test
    void knowsTypeSizeAndLinks() throws Exception {
        Files.writeString(directory.resolve("a"), "hello");
        Files.createLink(directory.resolve("b"), directory.resolve("a"));
        assertThat(kernel.statx(root, bytes("b"))).isZero();
        Stat stat = kernel.stat();
        assertThat(stat.isRegularFile()).isTrue();
        assertThat(stat.size()).isEqualTo(5);
        assertThat(stat.links()).isEqualTo(2);
        assertThat(stat.modified() / 1_000_000_000)
                .isEqualTo(
                        Files.getLastModifiedTime(directory.resolve("a"))
                                .toInstant()
                                .getEpochSecond());
        assertThat(kernel.statx(root, new byte[0])).isZero();
        assertThat(kernel.stat().isDirectory()).isTrue();
    }

    @Test
    void tellsWhatChanged() throws Exception {
        List<String> heard = new ArrayList<>();
        try (var inotify = new Inotify()) {
            int watch = inotify.watch(root);
            inotify.drain((_, _, name) -> heard.add(new String(name, UTF_8)));
            assertThat(heard).isEmpty();
            Files.writeString(directory.resolve("new file"), "x");
            inotify.drain((which, _, name) -> heard.add(which + new String(name, UTF_8)));
            assertThat(heard).isNotEmpty().containsOnly(watch + "new file");
        }
    }

    @Test
    void lowersThePriorityOfTheCallingThreadAlone() throws Exception {
        int before = niceness();
        List<Integer> of = new ArrayList<>();
        Thread thread =
                Thread.ofPlatform()
                        .start(() -> {
                            kernel.lowerPriority();
                            of.add(niceness());
                        });
        thread.join();
        assertThat(of).containsExactly(Math.max(10, before));
        assertThat(niceness()).isEqualTo(before);
    }

    /// The 19th field; the second one, a name in parentheses, may have blanks.
    private static int niceness() {
        try {
            String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
