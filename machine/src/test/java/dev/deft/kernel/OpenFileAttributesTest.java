package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compared with the file attribute views of the JDK.
class OpenFileAttributesTest {

    @TempDir Path directory;
    private Path path;
    private FileHandle root;

    @BeforeEach
    void open() throws IOException {
        assumeTrue(Syscalls.available(), "only Linux has these system calls");
        path = Files.createFile(directory.resolve("file"));
        root = FileHandle.openDirectory(directory.toString());
    }

    @AfterEach
    void close() {
        root.close();
    }

    private UserDefinedFileAttributeView view() throws IOException {
        assumeTrue(
                Files.getFileStore(path).supportsFileAttributeView("user"),
                "this file system has no extended attributes");
        return Files.getFileAttributeView(path, UserDefinedFileAttributeView.class);
    }

    @Test
    void readsTheAttributesTheJdkWrote() throws IOException {
        UserDefinedFileAttributeView view = view();
        Map<String, Bytes> expected = new TreeMap<>();
        try (FileHandle file = root.openEntry("file", FileHandle.READ, 0)) {
            assertThat(OpenFileAttributes.attributes(file)).isEmpty();
            for (int i = 0; i < 60; i++) {
                String name = "a rather long name " + i;
                byte[] value = ("ä€\0" + i).repeat(i % 4).getBytes(UTF_8);
                view.write(name, ByteBuffer.wrap(value));
                expected.put("user." + name, Bytes.of(value));
            }
            assertThat(OpenFileAttributes.attributes(file)).isEqualTo(expected);
        }
    }

    @Test
    void writesAttributesTheJdkReads() throws IOException {
        UserDefinedFileAttributeView view = view();
        try (FileHandle file = root.openEntry("file", FileHandle.WRITE, 0)) {
            OpenFileAttributes.attributes(
                    file, Map.of("user.empty", Bytes.EMPTY, "user.text", Bytes.of("ä\0b")));
        }
        assertThat(view.list()).containsExactlyInAnyOrder("empty", "text");
        var value = ByteBuffer.allocate(view.size("text"));
        view.read("text", value);
        assertThat(value.array()).isEqualTo("ä\0b".getBytes(UTF_8));
        assertThat(view.size("empty")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                981_173_106_123_456_789L,
                4_102_444_800_000_000_001L,
                -1,
                -1_500_000_000L
            })
    void setsTheModificationTimeToTheNanosecond(long nanos) throws IOException {
        FileTime accessed = FileTime.from(1_000_000_000, TimeUnit.SECONDS);
        Files.setAttribute(path, "lastAccessTime", accessed);
        try (FileHandle file = root.openEntry("file", FileHandle.PATH, 0)) {
            OpenFileAttributes.modified(file, nanos);
            assertThat(file.status().modified()).isEqualTo(nanos);
        }
        assertThat(Files.getLastModifiedTime(path).to(TimeUnit.NANOSECONDS)).isEqualTo(nanos);
        assertThat(Files.getAttribute(path, "lastAccessTime")).isEqualTo(accessed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-x--x", "---------", "rw-r--r--"})
    void setsPermissionsOfAFileThatIsOnlyNamed(String mode) throws IOException {
        int bits = 0;
        for (int i = 0; i < mode.length(); i++) {
            bits = bits << 1 | (mode.charAt(i) == '-' ? 0 : 1);
        }
        try (FileHandle file = root.openEntry("file", FileHandle.PATH, 0)) {
            OpenFileAttributes.permissions(file, bits);
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo(mode);
    }
}
