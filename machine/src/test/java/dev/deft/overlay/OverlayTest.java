package dev.deft.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.os.change.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an overlay says that a command did, and when it does not let go of it.
class OverlayTest {

    @TempDir private Path directory;
    private Path root;
    private Overlay overlay;

    @BeforeEach
    void makeAView() throws IOException {
        root = Files.createDirectory(directory.resolve("root"));
        Files.writeString(root.resolve("a.txt"), "one");
        overlay = Overlay.of(root, List.of(directory.resolve("drafts"))).orElseThrow();
    }

    @AfterEach
    void leaveNothingBehind() throws IOException {
        overlay.close();
        assertThat(directory.resolve("drafts")).isEmptyDirectory();
    }

    @Test
    void noticesThatSomebodyElseChangedAFileWhileTheCommandRan() throws Exception {
        Files.writeString(overlay.upper().resolve("a.txt"), "of the command");
        Files.writeString(overlay.upper().resolve("b.txt"), "of the command");
        FileTime began = EntryReader.changed(overlay.upper());
        do {
            Files.writeString(root.resolve("a.txt"), "of others");
        } while (EntryReader.changed(root.resolve("a.txt")).compareTo(began) <= 0);

        OverlayChanges draft = overlay.changes();

        assertThat(draft.changedMeanwhile()).containsExactly("a.txt");
        assertThatThrownBy(() -> draft.apply(new Nobody()))
                .isInstanceOfSatisfying(
                        HostException.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.CONFLICT));
    }

    @Test
    void noticesThatSomebodyElseChangedAFileWhileAPersonThought() throws Exception {
        Files.writeString(overlay.upper().resolve("a.txt"), "two");
        FileChange change = overlay.changes().changes().getFirst();
        Files.writeString(root.resolve("a.txt"), "one of others");

        assertThatThrownBy(() -> change.before().content().orElseThrow().bytes())
                .isInstanceOfSatisfying(
                        HostException.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.CONFLICT));
    }

    @Test
    void goesWithDirectoriesThatTheCommandClosed() throws Exception {
        Path closed = Files.createDirectory(overlay.upper().resolve("closed"));
        Files.writeString(closed.resolve("in"), "in");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
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
