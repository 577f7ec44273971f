package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.Bytes;
import dev.deft.host.WorkspaceFiles.Changer;
import dev.deft.host.WorkspaceFiles.Current;
import dev.deft.host.WorkspacePath;
import dev.deft.kernel.FileHandle;
import dev.deft.kernel.OpenFileAttributes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What of a file besides its content outlives a change.
@ParameterizedClass
@EnumSource(Trees.class)
class PreservedAttributesTest {

    private final Trees trees;
    @TempDir private Path root;
    private Bench bench;

    PreservedAttributesTest(Trees trees) {
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

    @Test
    void keepsModeAndOwner() throws Exception {
        Path file = bench.put("run.sh", "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x--x"));
        boolean root = Files.getAttribute(file, "unix:uid").equals(0);
        if (root) {
            Files.setAttribute(file, "unix:uid", 1234);
            Files.setAttribute(file, "unix:gid", 4321);
        }
        Map<String, Object> before = Files.readAttributes(file, "unix:mode,uid,gid");
        bench.write("run.sh", "new");
        assertThat(Files.readAttributes(file, "unix:mode,uid,gid")).isEqualTo(before);
        assertThat(file).hasContent("new");
    }

    @Test
    void keepsModeAndOwnerOfAFileThatGetsAnotherNameAndContent() throws Exception {
        Path file = bench.put("run.sh", "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x--x"));
        if (Files.getAttribute(file, "unix:uid").equals(0)) {
            Files.setAttribute(file, "unix:uid", 1234);
            Files.setAttribute(file, "unix:gid", 4321);
        }
        Map<String, Object> before = Files.readAttributes(file, "unix:mode,uid,gid");
        List<WorkspacePath> files =
                List.of(bench.files().resolve("run.sh"), bench.files().resolve("bin/run"));
        bench.files().change(files, new Renaming(files.getFirst(), files.getLast(), "new"));
        assertThat(file).doesNotExist();
        assertThat(root.resolve("bin/run")).hasContent("new");
        assertThat(Files.readAttributes(root.resolve("bin/run"), "unix:mode,uid,gid"))
                .isEqualTo(before);
        assertThat(Bench.leftovers(root)).isEmpty();
    }

    private record Renaming(WorkspacePath from, WorkspacePath to, String content)
            implements Changer {

        @Override
        public Map<WorkspacePath, Optional<Bytes>> change(Map<WorkspacePath, Current> current) {
            return Map.of(from, Optional.empty(), to, Optional.of(Bytes.of(content)));
        }

        @Override
        public Map<WorkspacePath, WorkspacePath> origins() {
            return Map.of(to, from);
        }
    }

    @Test
    void keepsAttributesAndTheAccessControlList() throws Exception {
        Path file = bench.put("a.txt", "old");
        Map<String, Bytes> given =
                Map.of("user.note", Bytes.of("mine"), "system.posix_acl_access", readers(1234));
        try (FileHandle handle = FileHandle.openDirectory(root.toString());
                FileHandle opened = handle.openEntry("a.txt", FileHandle.READ, 0)) {
            OpenFileAttributes.attributes(opened, given);
            assumeTrue(OpenFileAttributes.attributes(opened).equals(given), "no attributes here");
        }
        bench.write("a.txt", "new");
        List<WorkspacePath> files =
                List.of(bench.files().resolve("a.txt"), bench.files().resolve("b.txt"));
        bench.files().change(files, new Renaming(files.getFirst(), files.getLast(), "newer"));
        try (FileHandle handle = FileHandle.openDirectory(root.toString());
                FileHandle opened = handle.openEntry("b.txt", FileHandle.READ, 0)) {
            assertThat(OpenFileAttributes.attributes(opened))
                    .as("the JDK shows only some, so that tree keeps none")
                    .isEqualTo(trees == Trees.PORTABLE ? Map.of() : given);
        }
        assertThat(file).doesNotExist();
    }

    /// An access control list that lets one more user read, as the kernel has it.
    private static Bytes readers(int user) {
        var list = ByteBuffer.allocate(4 + 5 * 8).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
        int[][] entries = {{1, 6, -1}, {2, 4, user}, {4, 4, -1}, {16, 4, -1}, {32, 4, -1}};
        for (int[] entry : entries) {
            list.putShort((short) entry[0]).putShort((short) entry[1]).putInt(entry[2]);
        }
        return Bytes.wrap(list.array());
    }
}
