package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// How whatever is at a path becomes something else: files, links and directories.
@ParameterizedClass
@EnumSource(Trees.class)
class TreeChangeTest {

    private final Trees trees;
    @TempDir private Path root;
    private Bench bench;

    TreeChangeTest(Trees trees) {
        this.trees = trees;
    }

    @BeforeEach
    void fillTheWorkspace() throws Exception {
        bench = Bench.of(root, trees);
        mode(bench.put("a.txt", "a"), "rw-r--r--");
        mode(bench.put("dir/b.txt", "b"), "rw-r--r--");
        mode(root.resolve("dir"), "rwxr-xr-x");
        Files.createSymbolicLink(root.resolve("link"), Path.of("a.txt"));
    }

    private static void mode(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    @AfterEach
    void leavesNothingBehind() throws IOException {
        bench.close();
        assertThat(Bench.leftovers(root)).isEmpty();
    }

    private List<FileChange> change(Map<String, FileState> wanted)
            throws IOException, InterruptedException {
        return bench.workspace()
                .change(List.copyOf(wanted.keySet()), _ -> wanted, ChangeRecorder.NONE);
    }

    private static FileState file(String content, int permissions) {
        return FileState.of(Bytes.of(content), permissions);
    }

    private static FileState directory(int permissions) {
        return new FileState.Directory(OptionalInt.of(permissions));
    }

    private static Map<String, FileState> wanted(Object... pairs) {
        var wanted = new LinkedHashMap<String, FileState>();
        for (int i = 0; i < pairs.length; i += 2) {
            wanted.put((String) pairs[i], (FileState) pairs[i + 1]);
        }
        return wanted;
    }

    @Test
    void setsModesAndLeavesTheFileTheSame() throws Exception {
        Object inode = Files.getAttribute(root.resolve("a.txt"), "unix:ino");
        change(wanted("a.txt", file("a", 0755), "dir", directory(0700)));
        assertThat(TreeShape.of(root))
                .isEqualTo(
                        Map.of(
                                "a.txt", "file 755 a",
                                "dir", "directory 700",
                                "dir/b.txt", "file 644 b",
                                "link", "link to a.txt"));
        assertThat(Files.getAttribute(root.resolve("a.txt"), "unix:ino")).isEqualTo(inode);
    }

    @Test
    void changesALinkAndNotWhatItLeadsTo() throws Exception {
        change(wanted("link", new FileState.Link("/nowhere"), "new", new FileState.Link("dir")));
        assertThat(TreeShape.of(root))
                .containsEntry("link", "link to /nowhere")
                .containsEntry("new", "link to dir")
                .containsEntry("a.txt", "file 644 a");
        change(wanted("link", file("mine", 0600), "new", FileState.absent()));
        assertThat(TreeShape.of(root))
                .containsEntry("link", "file 600 mine")
                .containsEntry("a.txt", "file 644 a")
                .doesNotContainKey("new");
    }

    @Test
    void swapsFilesLinksAndDirectoriesForEachOther() throws Exception {
        change(
                wanted(
                        "a.txt", directory(0750),
                        "a.txt/deep", directory(0755),
                        "a.txt/deep/in", file("in", 0644),
                        "dir", file("was a directory", 0644),
                        "dir/b.txt", FileState.absent(),
                        "link", directory(0755)));
        assertThat(TreeShape.of(root))
                .isEqualTo(
                        Map.of(
                                "a.txt", "directory 750",
                                "a.txt/deep", "directory 755",
                                "a.txt/deep/in", "file 644 in",
                                "dir", "file 644 was a directory",
                                "link", "directory 755"));
        change(
                wanted(
                        "a.txt", file("a", 0644),
                        "a.txt/deep", FileState.absent(),
                        "a.txt/deep/in", FileState.absent(),
                        "dir", directory(0755),
                        "dir/b.txt", file("b", 0644),
                        "link", new FileState.Link("a.txt")));
        assertThat(TreeShape.of(root))
                .isEqualTo(
                        Map.of(
                                "a.txt", "file 644 a",
                                "dir", "directory 755",
                                "dir/b.txt", "file 644 b",
                                "link", "link to a.txt"));
    }

    @Test
    void leavesADirectoryInWhichSomethingElseIs() throws Exception {
        bench.put("dir/foreign", "foreign");
        change(wanted("dir", FileState.absent(), "dir/b.txt", FileState.absent()));
        assertThat(TreeShape.of(root)).containsOnlyKeys("a.txt", "dir", "dir/foreign", "link");
    }

    @Test
    void putsNothingInThePlaceOfADirectoryInWhichSomethingElseIs() throws Exception {
        bench.put("dir/foreign", "foreign");
        Map<String, String> before = TreeShape.of(root);
        HostException conflict =
                catchThrowableOfType(
                        HostException.class,
                        () ->
                                change(
                                        wanted(
                                                "dir",
                                                file("x", 0644),
                                                "dir/b.txt",
                                                FileState.absent())));
        assertThat(Bench.refusal(conflict)).startsWith("conflict: dir was changed");
        assertThat(TreeShape.of(root)).isEqualTo(before);
    }

    @Test
    void doesNotGoThroughALinkOnTheWay() throws Exception {
        Files.createSymbolicLink(root.resolve("way"), Path.of("dir"));
        Map<String, String> before = TreeShape.of(root);
        HostException refusal =
                catchThrowableOfType(
                        HostException.class, () -> change(wanted("way/b.txt", file("x", 0644))));
        assertThat(refusal).isNotNull();
        assertThat(TreeShape.of(root)).isEqualTo(before);
    }

    @Test
    void leavesAFileWithSeveralNamesAlone() throws Exception {
        Files.createLink(root.resolve("other"), root.resolve("a.txt"));
        Map<String, String> before = TreeShape.of(root);
        for (FileState wanted : List.of(file("x", 0644), file("a", 0755))) {
            assertThat(
                            catchThrowableOfType(
                                    HostException.class,
                                    () -> change(wanted("a.txt", wanted, "dir", directory(0700)))))
                    .isNotNull();
        }
        assertThat(TreeShape.of(root)).isEqualTo(before);
    }

    @Test
    void tellsWhatItChanged() throws Exception {
        assertThat(
                        change(
                                wanted(
                                        "link",
                                        new FileState.Link("dir"),
                                        "dir",
                                        directory(0755),
                                        "none",
                                        FileState.absent())))
                .containsExactly(
                        new FileChange(
                                "link", new FileState.Link("a.txt"), new FileState.Link("dir")));
    }
}
