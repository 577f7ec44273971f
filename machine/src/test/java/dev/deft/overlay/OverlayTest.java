package dev.deft.overlay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.UnprivilegedThread;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.os.change.FileChange;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An overlay, mounted in a namespace of its own where the machine allows that.
class OverlayTest {

    private static final Path UNSHARE = Path.of("/usr/bin/unshare");
    private static final Path MOUNT = Path.of("/usr/bin/mount");
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    @TempDir private Path directory;
    private Path root;
    private Overlay overlay;

    @BeforeEach
    void create() throws IOException {
        root = Files.createDirectory(directory.toRealPath().resolve("root"));
        Files.writeString(root.resolve("a.txt"), "one");
        Files.createDirectories(root.resolve("src/deep"));
        Files.writeString(root.resolve("src/b.txt"), "b");
        Files.writeString(root.resolve("src/deep/c.txt"), "c");
        overlay = Overlay.of(root, List.of(directory.resolve("overlays"))).orElseThrow();
    }

    @AfterEach
    void leaveNothingBehind() throws IOException {
        overlay.close();
        assertThat(directory.resolve("overlays")).isEmptyDirectory();
    }

    /// Mounts an overlay without our code, to tell a machine that cannot from code that does not.
    private void assumeOverlaysWork() throws Exception {
        assumeTrue(Files.isExecutable(UNSHARE) && Files.isExecutable(MOUNT), "no unshare or mount");
        Path probe = Files.createDirectory(directory.resolve("probe"));
        for (String it : List.of("lower", "upper", "work", "view")) {
            Files.createDirectory(probe.resolve(it));
        }
        String output =
                run(
                        List.of(
                                UNSHARE.toString(),
                                "--user",
                                "--map-root-user",
                                "--mount",
                                "sh",
                                "-c",
                                "cd \"$1\" && mount -t overlay o -o lowerdir=lower,upperdir=upper,workdir=work,userxattr view && echo works",
                                "sh",
                                probe.toString()));
        assumeTrue(output.equals("works\n"), () -> "overlays do not work here: " + output);
    }

    private static String run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return output;
    }

    /// Runs a script in the view of the workspace.
    private String runOnOverlay(String script) throws Exception {
        return run(
                overlay.words(
                        new Overlay.Tools(UNSHARE, MOUNT),
                        "/bin/bash",
                        List.of(
                                "/bin/bash",
                                "-c",
                                "cd \"$1\" && " + script,
                                "bash",
                                overlay.view().toString())));
    }

    private static List<String> paths(OverlayChanges changes) {
        return changes.changes().stream().map(FileChange::path).sorted().toList();
    }

    @Test
    void collectsEveryChangeAndLeavesTheWorkspaceAsItIs() throws Exception {
        assumeOverlaysWork();
        String before = run(List.of("find", root.toString(), "-printf", "%P %m %s %T@ %l\\n"));
        String output =
                runOnOverlay(
                        "cat a.txt && echo two >a.txt && rm src/b.txt && mkdir new && echo n >new/n"
                                + " && ln -s a.txt link && chmod 755 src && mv src/deep moved && ls");
        assertThat(output).isEqualTo("onea.txt\nlink\nmoved\nnew\nsrc\n");
        assertThat(run(List.of("find", root.toString(), "-printf", "%P %m %s %T@ %l\\n")))
                .isEqualTo(before);
        OverlayChanges changes = overlay.changes();
        assertThat(paths(changes))
                .containsExactly(
                        "a.txt",
                        "link",
                        "moved",
                        "moved/c.txt",
                        "new",
                        "new/n",
                        "src/b.txt",
                        "src/deep",
                        "src/deep/c.txt");
        assertThat(changes.refused()).isEmpty();
        assertThat(changes.unsupported()).isEmpty();
        assertThat(changes.changedMeanwhile()).isEmpty();
    }

    @Test
    void hidesADirectoryThatWasReplaced() throws Exception {
        assumeOverlaysWork();
        assertThat(runOnOverlay("rm -r src && mkdir src && echo x >src/x && find src | sort"))
                .isEqualTo("src\nsrc/x\n");
        assertThat(paths(overlay.changes()))
                .containsExactly("src/b.txt", "src/deep", "src/deep/c.txt", "src/x");
    }

    @Test
    void reportsProtectedPathsAndSpecialFilesInsteadOfApplyingThem() throws Exception {
        assumeOverlaysWork();
        runOnOverlay("mkdir .vscode && echo x >.vscode/tasks.json && mkfifo pipe && echo y >y");
        OverlayChanges changes = overlay.changes();
        assertThat(paths(changes)).containsExactly("y");
        assertThat(changes.refused()).containsExactly(".vscode");
        assertThat(changes.unsupported()).containsExactly("pipe");
    }

    @Test
    void isEmptyIfNothingWasChanged() throws Exception {
        assumeOverlaysWork();
        assertThat(runOnOverlay("cat a.txt; touch -r a.txt a.txt")).isEqualTo("one");
        assertThat(overlay.changes().isEmpty()).isTrue();
    }

    @Test
    void isNotCreatedInsideTheWorkspaceOrWithSpecialCharacters() throws Exception {
        assertThat(Overlay.of(root, List.of(root.resolve("inside")))).isEmpty();
        assertThat(Overlay.of(root, List.of(directory.resolve("a,b")))).isEmpty();
        assertThat(Overlay.of(root, List.of())).isEmpty();
    }

    @Test
    void reportsAFileThatAnotherProcessChangedDuringTheCommand() throws Exception {
        Files.writeString(overlay.upper().resolve("a.txt"), "of the command");
        Files.writeString(overlay.upper().resolve("b.txt"), "of the command");
        FileTime created = EntryReader.changed(overlay.upper());
        long end = System.nanoTime() + DEADLINE.toNanos();
        do {
            Files.writeString(root.resolve("a.txt"), "of others");
            assertThat(System.nanoTime()).as("the clock of the file system").isLessThan(end);
        } while (EntryReader.changed(root.resolve("a.txt")).compareTo(created) <= 0);

        OverlayChanges changes = overlay.changes();

        assertThat(changes.changedMeanwhile()).containsExactly("a.txt");
        assertThatThrownBy(() -> changes.apply(new Nobody()))
                .isInstanceOfSatisfying(
                        HostException.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.CONFLICT));
    }

    @Test
    void reportsAFileThatAnotherProcessChangedBeforeTheApproval() throws Exception {
        Files.writeString(overlay.upper().resolve("a.txt"), "two");
        FileChange change = overlay.changes().changes().getFirst();
        Files.writeString(root.resolve("a.txt"), "one of others");
        assertThatThrownBy(() -> change.before().content().orElseThrow().bytes())
                .isInstanceOfSatisfying(
                        HostException.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.CONFLICT));
    }

    /// Without capabilities, since root may remove anything.
    @Test
    void isRemovedWithDirectoriesThatTheCommandMadeUnreadable() throws Exception {
        Path closed = Files.createDirectory(overlay.upper().resolve("closed"));
        Files.writeString(closed.resolve("in"), "in");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        Path readOnly = Files.createDirectory(overlay.upper().resolve("read-only"));
        Files.writeString(readOnly.resolve("in"), "in");
        Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-x------"));
        UnprivilegedThread.run(() -> {
            assertThatThrownBy(() -> Files.readString(closed.resolve("in")))
                    .isInstanceOf(AccessDeniedException.class);
            overlay.close();
        });
        assertThat(closed).doesNotExist();
    }

    private static final class Nobody implements CommandChangeRecorder {

        @Override
        public void keep(List<FileChange> changes) {
            throw new AssertionError("kept");
        }

        @Override
        public void note(List<FileChange> changes) {
            throw new AssertionError("noted");
        }
    }
}
