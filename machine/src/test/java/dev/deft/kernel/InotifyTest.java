package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InotifyTest {

    /// Set by the kernel for events about directories.
    private static final int IS_DIRECTORY = 0x40000000;

    private static final Map<Integer, String> NAMES = names();

    @TempDir Path directory;
    private Path watched;
    private FileHandle handle;
    private Inotify inotify;
    private int watch;

    private static Map<Integer, String> names() {
        Map<Integer, String> names = new LinkedHashMap<>();
        names.put(Inotify.MODIFY, "modify");
        names.put(Inotify.ATTRIB, "attrib");
        names.put(Inotify.CLOSE_WRITE, "close");
        names.put(Inotify.MOVED_FROM, "from");
        names.put(Inotify.MOVED_TO, "to");
        names.put(Inotify.CREATE, "create");
        names.put(Inotify.DELETE, "delete");
        names.put(Inotify.DELETE_SELF, "delete-self");
        names.put(Inotify.MOVE_SELF, "move-self");
        names.put(Inotify.IGNORED, "ignored");
        names.put(Inotify.CREATE | IS_DIRECTORY, "create-directory");
        names.put(Inotify.DELETE | IS_DIRECTORY, "delete-directory");
        return names;
    }

    @BeforeEach
    void open() throws IOException {
        assumeTrue(Syscalls.available(), "only Linux has these system calls");
        watched = Files.createDirectory(directory.resolve("watched"));
        handle = FileHandle.openDirectory(watched.toString());
        inotify = new Inotify();
        watch = inotify.watch(handle.descriptor());
        assertThat(watch).isPositive();
    }

    @AfterEach
    void close() {
        inotify.close();
        handle.close();
    }

    private List<String> events() {
        List<String> events = new ArrayList<>();
        inotify.drain((which, mask, name) -> {
            assertThat(which).isEqualTo(watch);
            events.add(
                    NAMES.getOrDefault(mask, Integer.toHexString(mask))
                            + " "
                            + new String(name, UTF_8));
        });
        return events;
    }

    @Test
    void reportsWhatHappensToFiles() throws IOException {
        assertThat(events()).isEmpty();
        Path file = Files.writeString(watched.resolve("a ä€😀"), "x");
        assertThat(events()).containsExactly("create a ä€😀", "modify a ä€😀", "close a ä€😀");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.move(file, watched.resolve("b"));
        Files.delete(watched.resolve("b"));
        assertThat(events()).containsExactly("attrib a ä€😀", "from a ä€😀", "to b", "delete b");
        assertThat(events()).isEmpty();
    }

    @Test
    void reportsDirectoriesAndWhatIsMovedOut() throws IOException {
        Files.createDirectory(watched.resolve("d"));
        Files.delete(watched.resolve("d"));
        Files.createFile(watched.resolve("f"));
        Files.move(watched.resolve("f"), directory.resolve("f"));
        assertThat(events())
                .containsExactly(
                        "create-directory d",
                        "delete-directory d",
                        "create f",
                        "close f",
                        "from f");
    }

    @Test
    void followsADirectoryThatIsMoved() throws IOException {
        Path moved = Files.move(watched, directory.resolve("moved"));
        Files.createDirectory(watched);
        Files.createFile(watched.resolve("other"));
        Files.createFile(moved.resolve("mine"));
        assertThat(events()).containsExactly("move-self ", "create mine", "close mine");
    }

    @Test
    void deliversMoreEventsThanFitIntoItsBuffer() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            String name = "a rather long name, number " + i;
            Files.createFile(watched.resolve(name));
            expected.add("create " + name);
            expected.add("close " + name);
        }
        assertThat(events()).isEqualTo(expected);
    }

    @Test
    void reportsNothingAfterAWatchIsRemoved() throws IOException {
        inotify.unwatch(watch);
        Files.createFile(watched.resolve("a"));
        assertThat(events()).containsExactly("ignored ");
    }

    @Test
    void watchesDirectoriesOnly() throws IOException {
        assertThat(inotify.watch(99_999)).isNegative();
    }
}
