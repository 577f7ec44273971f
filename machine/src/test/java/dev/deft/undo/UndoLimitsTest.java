package dev.deft.undo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the undo store keeps when there is little room, and what it says about the rest.
class UndoLimitsTest {

    private static final int ROOM = 1_000;
    private static final int MOST_PATHS = 20_000;

    @TempDir private Path root;
    private UndoFixture desk;

    @BeforeEach
    void open() throws Exception {
        desk = new UndoFixture(root, ROOM);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void keepsAChangeThatJustFits() throws Exception {
        desk.write(1, "a.txt", "a".repeat(ROOM));
        assertThat(desk.notices).isEmpty();
        desk.store().undoTurn();
        assertThat(desk.contents()).isEmpty();
    }

    @Test
    void dropsNoMoreOfACallThanItMust() throws Exception {
        desk.change(
                1,
                Map.of(
                        "small", Optional.of("a".repeat(ROOM)),
                        "large", Optional.of("b".repeat(ROOM + 1))));
        assertThat(desk.notices)
                .containsExactly(
                        "The change of large cannot be undone: its 1001 bytes do not fit into the undo store.");
        assertThat(desk.store().undoTurn())
                .isEqualTo(new Restored(1, List.of("small"), List.of("large")));
    }

    @Test
    void dropsNoMoreOldChangesThanItMust() throws Exception {
        for (int turn = 1; turn <= 4; turn++) {
            desk.write(turn, turn + ".txt", Integer.toString(turn).repeat(ROOM / 4));
        }
        assertThat(desk.notices).isEmpty();
        desk.write(5, "5.txt", "5".repeat(ROOM / 4));
        assertThat(desk.notices)
                .containsExactly(
                        "The 1 oldest changes can no longer be undone: the undo store of the session is full (1000 bytes).");
    }

    /// Contents count on both sides of a change: those before it are as large as those after it.
    @Test
    void countsWhatWasThereBefore() throws Exception {
        Files.writeString(root.resolve("a.txt"), "0".repeat(600));
        desk.write(1, "a.txt", "1".repeat(300));
        assertThat(desk.notices).isEmpty();
        desk.write(2, "b.txt", "2".repeat(200));
        assertThat(desk.notices).hasSize(1);
        assertThat(desk.store().undoTurn()).isEqualTo(new Restored(2, List.of("b.txt"), List.of()));
    }

    @Test
    void keepsADeletedFileUpToAQuarterOfTheRoom() throws Exception {
        Files.writeString(root.resolve("small"), "a".repeat(ROOM / 4));
        Files.writeString(root.resolve("large"), "b".repeat(ROOM / 4 + 1));
        desk.delete(1, "small");
        assertThat(desk.notices).isEmpty();
        desk.delete(2, "large");
        assertThat(desk.notices)
                .containsExactly(
                        "The change of large cannot be undone: its 251 bytes do not fit into the undo store.");
        assertThat(desk.store().turns())
                .containsExactly(
                        new TurnChanges(
                                1,
                                List.of(
                                        new TurnChanges.File(
                                                "small", "call-1", UndoState.IN_FORCE))),
                        new TurnChanges(
                                2,
                                List.of(
                                        new TurnChanges.File(
                                                "large", "call-2", UndoState.DROPPED))));
        assertThat(desk.store().undoTurn())
                .as("large belongs to another turn")
                .isEqualTo(new Restored(1, List.of("small"), List.of()));
    }

    @Test
    void keepsSoManyPathsOfOneCallAndNoMore() throws Exception {
        List<FileChange> links =
                IntStream.rangeClosed(0, MOST_PATHS).mapToObj(it -> link("link" + it)).toList();
        ChangeRecorder recorder = desk.store().recorder("call", 1);
        ChangeRecorder.Receipt fits = recorder.record(links.subList(0, MOST_PATHS), List.of());
        assertThat(desk.notices).isEmpty();
        fits.withdraw();
        recorder.record(links, List.of()).withdraw();
        assertThat(desk.notices)
                .containsExactly(
                        "The change of link0 cannot be undone: its 0 bytes do not fit into the undo store.");
    }

    @Test
    void removesTheRecordOfAChangeThatDidNotHappen() throws Exception {
        desk.write(1, "a.txt", "a");
        ChangeRecorder recorder = desk.store().recorder("call-2", 2);
        recorder.record(List.of(link("b")), List.of()).withdraw();
        assertThat(desk.store().undoTurn()).isEqualTo(new Restored(1, List.of("a.txt"), List.of()));
    }

    @Test
    void withdrawsAlsoWhatItCouldNotKeep() throws Exception {
        FileState large = FileState.of(Bytes.of("a".repeat(ROOM + 1)));
        desk.store()
                .recorder("call-1", 1)
                .record(List.of(new FileChange("a", FileState.absent(), large)), List.of())
                .withdraw();
        assertThat(desk.notices).hasSize(1);
    }

    private static FileChange link(String path) {
        return new FileChange(path, FileState.absent(), new FileState.Link("target"));
    }
}
