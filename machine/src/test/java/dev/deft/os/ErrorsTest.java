package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.Bytes;
import dev.deft.host.FileInfo;
import dev.deft.host.HostException;
import dev.deft.host.WorkspacePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the model reads when the world says no.
class ErrorsTest {

    @TempDir private Path root;
    private Bench bench;

    @BeforeEach
    void open() throws Exception {
        bench = Bench.of(root, Trees.IN_ONE_STEP);
        bench.put("src/main.txt", "text");
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void namesWhatIsMissing() {
        assertThat(refusal(() -> bench.read("zzz.bin")))
                .isEqualTo("not_found: There is no file or directory zzz.bin.");
    }

    @Test
    void suggestsASimilarName() throws IOException {
        bench.put("src/Mian.txt", "");
        assertThat(refusal(() -> bench.read("src/man.txt")))
                .isEqualTo(
                        "not_found: There is no file or directory src/man.txt. Did you mean src/Mian.txt, src/main.txt?");
    }

    @Test
    void suggestsTheSameNameElsewhere() {
        assertThat(refusal(() -> bench.read("other/main.txt")))
                .isEqualTo(
                        "not_found: There is no file or directory other/main.txt. Did you mean src/main.txt?");
        assertThat(refusal(() -> bench.files().list(bench.files().resolve("srd"))))
                .isEqualTo("not_found: There is no file or directory srd. Did you mean src?");
    }

    @Test
    void tellsDirectoriesFromFiles() {
        assertThat(refusal(() -> bench.read("src")))
                .isEqualTo(
                        "invalid_arguments: src is a directory, not a file. Use `ls` to see what is in it.");
        assertThat(refusal(() -> bench.write("src", "x")))
                .isEqualTo(
                        "invalid_arguments: src is a directory, not a file. Use `ls` to see what is in it.");
        assertThat(refusal(() -> bench.files().list(bench.files().resolve("src/main.txt"))))
                .isEqualTo(
                        "invalid_arguments: src/main.txt is a file, not a directory. Use `read` to see what it holds.");
        assertThat(refusal(() -> bench.read("src/main.txt/below")))
                .isEqualTo(
                        "not_found: There is no src/main.txt/below: a part of this path is a file, not a directory.");
    }

    @Test
    void describesWhatIsThere() throws IOException {
        assertThat(bench.files().info(bench.files().resolve("src/main.txt")))
                .returns("main.txt", FileInfo::name)
                .returns(FileInfo.Type.FILE, FileInfo::type)
                .returns(4L, FileInfo::size)
                .returns(
                        Files.getLastModifiedTime(root.resolve("src/main.txt")).toInstant(),
                        FileInfo::modified);
        assertThat(bench.files().info(bench.files().resolve("nothing/here")).exists()).isFalse();
        assertThat(bench.files().info(bench.files().resolve(".")).type())
                .isEqualTo(FileInfo.Type.DIRECTORY);
    }

    @Test
    void refusesWhatIsTooLarge() {
        assertThat(refusal(() -> bench.files().load(bench.files().resolve("src/main.txt"), 3)))
                .isEqualTo("too_large: src/main.txt has 4 bytes, more than the 3 that fit here.");
    }

    @Test
    void refusesNamesThatAreTooLong() {
        String tooLong =
                "invalid_arguments: The path is too long for the file system: a name may have 255 bytes, a path 4095. Use a shorter one.";
        assertThat(refusal(() -> bench.write("n".repeat(256), "x"))).isEqualTo(tooLong);
        assertThat(refusal(() -> bench.write("d/".repeat(3_000) + "x", "x"))).isEqualTo(tooLong);
        assertThat(root.resolve("d")).doesNotExist();
    }

    @Test
    void writesTheLongestNameThereIs() throws Exception {
        bench.write("n".repeat(255), "x");
        assertThat(root.resolve("n".repeat(255))).hasContent("x");
    }

    @Test
    void saysWhenItCannotKeepItsOwnFiles() throws IOException {
        Files.writeString(root.resolve(".deft"), "in the way");
        assertThat(refusal(() -> bench.write("a.txt", "x")))
                .isEqualTo(
                        "io_error: Nothing was changed: .deft, where Deft keeps its locks and its journal, is not a directory that this user can write. Make it one.");
        assertThat(bench.read("src/main.txt")).isEqualTo("text");
        assertThat(root.resolve("a.txt")).doesNotExist();
    }

    @Test
    void doesNotFollowItsOwnDirectoryOut(@TempDir Path elsewhere) throws IOException {
        Files.createSymbolicLink(root.resolve(".deft"), elsewhere);
        assertThat(refusal(() -> bench.write("a.txt", "x"))).startsWith("io_error: Nothing");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void leavesEverythingAsItIsWhenTheDiskIsFull() throws Exception {
        Path small = Files.createDirectory(root.resolve("small"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", small.toString()),
                "mounting a small disk needs root");
        try (Bench full = Bench.of(small, Trees.IN_ONE_STEP)) {
            full.put("a.txt", "old a");
            full.put("b.txt", "old b");
            List<String> before = Bench.files(small, it -> !it.startsWith(".deft/"));
            assertThat(refusal(() -> full.write("made/a.txt", "x".repeat(1 << 20))))
                    .isEqualTo(
                            "io_error: No space is left on the disk, so made/a.txt is unchanged. Free some space and try again.");
            WorkspacePath a = full.files().resolve("a.txt");
            WorkspacePath b = full.files().resolve("b.txt");
            var contents =
                    Map.of(
                            a, Optional.of(Bytes.of("new")),
                            b, Optional.of(Bytes.of("x".repeat(1 << 20))));
            assertThat(refusal(() -> full.files().change(List.of(a, b), _ -> contents)))
                    .isEqualTo(
                            "io_error: No space is left on the disk, so a.txt (and 1 more) is unchanged. Free some space and try again.");
            assertThat(Bench.files(small, it -> !it.startsWith(".deft/"))).isEqualTo(before);
            assertThat(full.read("a.txt")).isEqualTo("old a");
            assertThat(small.resolve("made")).doesNotExist();
            assertThat(Bench.leftovers(small)).isEmpty();
            full.write("b.txt", "fits");
            assertThat(full.read("b.txt")).isEqualTo("fits");
        } finally {
            assertThat(run("umount", "--lazy", small.toString())).isTrue();
        }
    }

    @Test
    void saysWhenTheFileSystemIsReadOnly() throws Exception {
        Path fixed = Files.createDirectory(root.resolve("fixed"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", fixed.toString()),
                "mounting a disk needs root");
        try (Bench frozen = Bench.of(fixed, Trees.IN_ONE_STEP)) {
            frozen.put("a.txt", "a");
            assertThat(run("mount", "-o", "remount,ro", fixed.toString())).isTrue();
            assertThat(refusal(() -> frozen.write("a.txt", "b")))
                    .isEqualTo(
                            "io_error: The workspace lies on a read-only file system, so it is unchanged. Use a place that can be written.");
            assertThat(frozen.read("a.txt")).isEqualTo("a");
        } finally {
            assertThat(run("umount", "--lazy", fixed.toString())).isTrue();
        }
    }

    @Test
    void saysWhenTheSystemForbidsIt() throws Exception {
        bench.put("locked/a.txt", "a");
        bench.put("secret.txt", "s");
        bench.put("fixed.txt", "f");
        Path locked = root.resolve("locked");
        mode(root, "rwxrwxrwx");
        mode(locked, "r-xr-xr-x");
        mode(root.resolve("secret.txt"), "-w-------");
        mode(root.resolve("fixed.txt"), "r--r--r--");
        boolean isRoot = Files.getAttribute(root, "unix:uid").equals(0);
        List<String> said = isRoot ? asNobody("forbidden") : Child.forbidden(bench.files());
        assertThat(said)
                .containsExactly(
                        "io_error: The operating system does not let this user change locked/a.txt. Change the permissions of the file or its directory.",
                        "io_error: The operating system does not let this user change locked/new.txt. Change the permissions of the file or its directory.",
                        "io_error: The operating system does not let this user change fixed.txt. Change the permissions of the file or its directory.",
                        "io_error: The operating system does not let this user read secret.txt. Change its permissions or use another file.");
        mode(locked, "rwxrwxrwx");
        assertThat(root.resolve("locked/a.txt")).hasContent("a");
        assertThat(Bench.leftovers(root)).isEmpty();
    }

    /// Runs a child as a user without rights, from a class path that everyone can read.
    private List<String> asNobody(String what) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("setpriv", "--reuid=65534", "--clear-groups"));
        command.addAll(Child.process("C.UTF-8", what, root).command());
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> said;
        try (var out = process.inputReader()) {
            said = out.lines().toList();
        }
        assumeTrue(process.waitFor() == 0, "needs setpriv and a build that others may read");
        return said;
    }

    private static void mode(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private static String refusal(ThrowingCallable call) {
        return Bench.refusal(catchThrowableOfType(HostException.class, call));
    }
}
