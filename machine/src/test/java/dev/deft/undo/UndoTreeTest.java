package dev.deft.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.TreeShape;
import dev.deft.os.change.FileState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Taking back what is more than a file's content.
class UndoTreeTest {

    @TempDir private Path root;
    private UndoFixture desk;

    @BeforeEach
    void fillTheWorkspace() throws Exception {
        desk = new UndoFixture(root);
        mode(Files.writeString(root.resolve("a.txt"), "a"), "rw-r--r--");
        Files.createDirectories(root.resolve("dir/deep"));
        mode(root.resolve("dir/deep"), "rwxr-x---");
        Files.writeString(root.resolve("dir/deep/b.txt"), "b");
        Files.createSymbolicLink(root.resolve("link"), Path.of("a.txt"));
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private static void mode(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static FileState file(String content, int permissions) {
        return FileState.of(Bytes.of(content), permissions);
    }

    private static FileState directory(int permissions) {
        return new FileState.Directory(OptionalInt.of(permissions));
    }

    /// Makes a change, undoes it and does it again, each time in a new process.
    private void roundTrip(int turn, Map<String, FileState> wanted) throws Exception {
        Map<String, String> before = TreeShape.of(root);
        desk.put(turn, new TreeMap<>(wanted));
        Map<String, String> after = TreeShape.of(root);
        assertThat(after).isNotEqualTo(before);
        for (int i = 0; i < 2; i++) {
            desk.restart();
            desk.store().undoTurn();
            assertThat(TreeShape.of(root)).isEqualTo(before);
            desk.restart();
            desk.store().redoTurn();
            assertThat(TreeShape.of(root)).isEqualTo(after);
        }
    }

    @Test
    void bringsModesBack() throws Exception {
        roundTrip(1, Map.of("a.txt", file("a", 0755), "dir/deep", directory(0500)));
    }

    @Test
    void bringsLinksBack() throws Exception {
        roundTrip(
                1,
                Map.of(
                        "link", new FileState.Link("dir"),
                        "other", new FileState.Link("nowhere")));
        roundTrip(2, Map.of("link", FileState.absent(), "other", file("file", 0644)));
    }

    @Test
    void bringsDirectoriesBack() throws Exception {
        roundTrip(
                1,
                Map.of(
                        "dir", FileState.absent(),
                        "dir/deep", FileState.absent(),
                        "dir/deep/b.txt", FileState.absent(),
                        "empty", directory(0700)));
    }

    @Test
    void bringsARenamedTreeBack() throws Exception {
        roundTrip(
                1,
                Map.of(
                        "dir", FileState.absent(),
                        "dir/deep", FileState.absent(),
                        "dir/deep/b.txt", FileState.absent(),
                        "new", directory(0755),
                        "new/deep", directory(0750),
                        "new/deep/b.txt", file("b", 0600)));
    }

    @Test
    void bringsAFileBackThatADirectoryReplaced() throws Exception {
        roundTrip(
                1,
                Map.of(
                        "a.txt", directory(0755),
                        "a.txt/in", file("in", 0644),
                        "dir", file("file", 0644),
                        "dir/deep", FileState.absent(),
                        "dir/deep/b.txt", FileState.absent()));
    }

    @Test
    void bringsALargeFileBack() throws Exception {
        byte[] large = new byte[9 << 20];
        large[8 << 20] = 7;
        Path file = Files.write(root.resolve("large"), large);
        desk.put(1, Map.of("large", FileState.absent()));
        assertThat(file).doesNotExist();
        desk.store().undoTurn();
        assertThat(file).hasBinaryContent(large);
    }

    @Test
    void bringsModeAndOwnerBackWithAFile() throws Exception {
        Path file = root.resolve("a.txt");
        mode(file, "rwxr-x--x");
        if (Files.getAttribute(file, "unix:uid").equals(0)) {
            Files.setAttribute(file, "unix:uid", 1234);
            Files.setAttribute(file, "unix:gid", 4321);
        }
        Map<String, Object> before = Files.readAttributes(file, "unix:mode,uid,gid");
        desk.move(1, "a.txt", "moved");
        desk.store().undoTurn();
        assertThat(Files.readAttributes(file, "unix:mode,uid,gid")).isEqualTo(before);
        desk.store().redoTurn();
        assertThat(Files.readAttributes(root.resolve("moved"), "unix:mode,uid,gid"))
                .isEqualTo(before);
        desk.delete(2, "moved");
        desk.store().undoTurn();
        assertThat(Files.readAttributes(root.resolve("moved"), "unix:mode,uid,gid"))
                .isEqualTo(before);
    }

    @Test
    void bringsExtendedAttributesBackWithAFile() throws Exception {
        Path file = root.resolve("a.txt");
        assumeThat(Files.getFileStore(file).supportsFileAttributeView("user")).isTrue();
        Files.setAttribute(file, "user:origin", "elsewhere".getBytes(StandardCharsets.UTF_8));
        desk.delete(1, "a.txt");
        desk.restart();
        desk.store().undoTurn();
        assertThat(file).hasContent("a");
        assertThat((byte[]) Files.getAttribute(file, "user:origin"))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("elsewhere");
    }

    @Test
    void leavesAModeAloneThatItDidNotChange() throws Exception {
        desk.write(1, "a.txt", "changed");
        mode(root.resolve("a.txt"), "rwxrwxrwx");
        desk.store().undoTurn();
        assertThat(TreeShape.of(root)).containsEntry("a.txt", "file 777 a");
    }

    @Test
    void neverOverwritesAModeALinkOrADirectoryOfSomeoneElse() throws Exception {
        desk.put(
                1,
                Map.of(
                        "a.txt", file("a", 0755),
                        "link", new FileState.Link("dir"),
                        "dir/deep/b.txt", FileState.absent(),
                        "new", file("new", 0644)));
        Map<String, Meddling> meddlings =
                Map.of(
                        "a.txt", it -> mode(it, "rwxrwxrwx"),
                        "link", it -> Files.createSymbolicLink(gone(it), Path.of("elsewhere")),
                        "dir/deep/b.txt", it -> Files.createDirectory(it),
                        "new", it -> Files.createSymbolicLink(gone(it), Path.of("a.txt")));
        for (var meddling : meddlings.entrySet()) {
            Map<String, String> calm = TreeShape.of(root);
            Path path = root.resolve(meddling.getKey());
            meddling.getValue().with(path);
            Map<String, String> meddled = TreeShape.of(root);
            HostException conflict =
                    catchThrowableOfType(HostException.class, () -> desk.store().undoTurn());
            assertThat(conflict.code()).isEqualTo(ErrorCode.CONFLICT);
            assertThat(conflict).hasMessageContaining(": " + meddling.getKey() + " changed since");
            assertThat(TreeShape.of(root)).isEqualTo(meddled);
            restore(path, calm.getOrDefault(meddling.getKey(), ""));
            assertThat(TreeShape.of(root)).isEqualTo(calm);
        }
        desk.store().undoTurn();
        assertThat(TreeShape.of(root)).containsKey("dir/deep/b.txt").doesNotContainKey("new");
    }

    private static Path gone(Path path) throws IOException {
        Files.delete(path);
        return path;
    }

    private static void restore(Path path, String was) throws IOException {
        if (was.startsWith("file 755")) {
            mode(path, "rwxr-xr-x");
            return;
        }
        Files.delete(path);
        if (was.startsWith("link to ")) {
            Files.createSymbolicLink(path, Path.of(was.substring(8)));
        } else if (was.startsWith("file 644 ")) {
            mode(Files.writeString(path, was.substring(9)), "rw-r--r--");
        }
    }

    private interface Meddling {

        void with(Path path) throws IOException;
    }

    @Test
    void leavesADirectoryThatSomeoneElseUses() throws Exception {
        desk.put(1, Map.of("new", directory(0755), "new/a", file("a", 0644)));
        Files.writeString(root.resolve("new/b"), "of others");
        desk.store().undoTurn();
        assertThat(TreeShape.of(root)).containsKey("new/b").doesNotContainKey("new/a");
    }

    @Test
    void doesNotFollowALinkThatSomeonePutOnTheWay() throws Exception {
        desk.put(1, Map.of("dir/deep/b.txt", file("changed", 0644)));
        Files.move(root.resolve("dir"), root.resolve("elsewhere"));
        Files.createSymbolicLink(root.resolve("dir"), Path.of("elsewhere"));
        Map<String, String> before = TreeShape.of(root);
        assertThat(catchThrowableOfType(HostException.class, () -> desk.store().undoTurn()).code())
                .isEqualTo(ErrorCode.CONFLICT);
        assertThat(TreeShape.of(root)).isEqualTo(before);
    }

    @Test
    void undoesALinkByItsOwnName() throws Exception {
        desk.put(1, Map.of("link", new FileState.Link("dir")));
        desk.put(2, Map.of("a.txt", file("b", 0644)));
        assertThat(desk.store().undoFile("link"))
                .isEqualTo(new Restored(1, List.of("link"), List.of()));
        assertThat(TreeShape.of(root)).containsEntry("link", "link to a.txt");
    }

    @Test
    void keepsWhatFitsAndSaysWhatDoesNot() throws Exception {
        try (UndoFixture small = new UndoFixture(root, 1_000)) {
            Files.write(root.resolve("large"), new byte[2_000]);
            small.put(
                    1,
                    Map.of(
                            "a.txt", FileState.absent(),
                            "large", FileState.absent(),
                            "link", FileState.absent()));
            assertThat(small.notices)
                    .containsExactly(
                            "The change of large cannot be undone: its 2000 bytes do not fit into the undo store.");
            assertThat(small.store().undoTurn())
                    .isEqualTo(new Restored(1, List.of("a.txt", "link"), List.of("large")));
            assertThat(TreeShape.of(root)).containsKeys("a.txt", "link").doesNotContainKey("large");
        }
    }
}
