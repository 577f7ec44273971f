package dev.deft.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.Fingerprint;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UndoStoreTest {

    @TempDir private Path root;
    private UndoFixture desk;

    @BeforeEach
    void open() throws Exception {
        desk = new UndoFixture(root);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void undoesAndRedoesTurnByTurn() throws Exception {
        Files.writeString(root.resolve("a.txt"), "original");
        desk.write(1, "a.txt", "one");
        desk.change(2, Map.of("a.txt", Optional.of("two"), "b.txt", Optional.of("new")));
        desk.delete(2, "a.txt");

        assertThat(desk.store().undoTurn())
                .isEqualTo(new Restored(2, List.of("a.txt", "b.txt"), List.of()));
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "one"));
        desk.restart();
        desk.store().undoTurn();
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "original"));
        desk.store().redoTurn();
        desk.restart();
        assertThat(desk.store().redoTurn())
                .isEqualTo(new Restored(2, List.of("a.txt", "b.txt"), List.of()));
        assertThat(desk.contents()).isEqualTo(Map.of("b.txt", "new"));
        assertThat(code(() -> desk.store().redoTurn())).isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    void undoesAndRedoesFileByFile() throws Exception {
        desk.write(1, "a.txt", "one");
        desk.change(1, Map.of("a.txt", Optional.of("two"), "b.txt", Optional.of("b")));
        desk.store().undoFile("a.txt");
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "one", "b.txt", "b"));
        desk.store().undoFile("a.txt");
        assertThat(desk.contents()).isEqualTo(Map.of("b.txt", "b"));
        assertThat(code(() -> desk.store().undoFile("a.txt"))).isEqualTo(ErrorCode.NOT_FOUND);
        desk.store().redoFile("a.txt");
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "one", "b.txt", "b"));
    }

    @Test
    void bringsADeletedFileBackWithItsMode() throws Exception {
        Path file = Files.writeString(root.resolve("run.sh"), "echo");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
        desk.delete(1, "run.sh");
        assertThat(file).doesNotExist();
        desk.store().undoTurn();
        assertThat(file).hasContent("echo");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwxr-x---");
    }

    @Test
    void takesAwayTheDirectoriesItMadeUnlessSomethingElseIsInThem() throws Exception {
        Files.createDirectory(desk.root.resolve("old"));
        desk.change(1, Map.of("a/b/one.txt", Optional.of("1"), "old/two.txt", Optional.of("2")));
        desk.change(2, Map.of("a/c/three.txt", Optional.of("3")));
        Files.writeString(desk.root.resolve("a/c/mine.txt"), "somebody else's");
        desk.restart();

        desk.store().undoTurn();
        assertThat(desk.root.resolve("a/c/mine.txt")).exists();
        assertThat(desk.root.resolve("a/c/three.txt")).doesNotExist();
        desk.store().undoTurn();
        assertThat(desk.root.resolve("a/b")).doesNotExist();
        assertThat(desk.root.resolve("old")).isEmptyDirectory();

        desk.store().redoTurn();
        assertThat(desk.root.resolve("a/b/one.txt")).hasContent("1");
        desk.store().undoTurn();
        assertThat(desk.root.resolve("a/b")).doesNotExist();
        Files.delete(desk.root.resolve("a/c/mine.txt"));
        desk.store().redoTurn();
        desk.store().redoTurn();
        desk.store().undoTurn();
        desk.store().undoTurn();
        assertThat(desk.root.resolve("a/c")).doesNotExist();
    }

    @Test
    void undoesBothHalvesOfAMove() throws Exception {
        Files.writeString(root.resolve("a.txt"), "a");
        desk.move(1, "a.txt", "deep/b.txt");
        desk.store().undoFile("deep/b.txt");
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "a"));
        desk.store().redoFile("a.txt");
        assertThat(desk.contents()).isEqualTo(Map.of("deep/b.txt", "a"));
    }

    @Test
    void neverOverwritesWhatSomeoneElseChanged() throws Exception {
        desk.change(1, Map.of("a.txt", Optional.of("one"), "b.txt", Optional.of("b")));
        Files.writeString(root.resolve("a.txt"), "foreign");
        HostException conflict =
                catchThrowableOfType(HostException.class, () -> desk.store().undoTurn());
        assertThat(conflict.code()).isEqualTo(ErrorCode.CONFLICT);
        assertThat(conflict)
                .hasMessage(
                        "Nothing was changed: a.txt changed since this session did. Undo later changes first, or restore the file by hand.");
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "foreign", "b.txt", "b"));
        desk.store().undoFile("b.txt");
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "foreign"));
    }

    @Test
    void forgetsWhatToRedoOnceTheFileChangesAnew() throws Exception {
        desk.write(1, "a.txt", "one");
        desk.write(2, "a.txt", "two");
        desk.store().undoTurn();
        desk.write(3, "a.txt", "three");
        assertThat(code(() -> desk.store().redoTurn())).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(desk.store().turns())
                .containsExactly(
                        turn(1, "a.txt", UndoState.IN_FORCE),
                        turn(2, "a.txt", UndoState.SUPERSEDED),
                        turn(3, "a.txt", UndoState.IN_FORCE));
    }

    @Test
    void showsWhatATurnAndTheSessionDid() throws Exception {
        Files.writeString(root.resolve("a.txt"), "old");
        Files.setPosixFilePermissions(
                root.resolve("a.txt"), PosixFilePermissions.fromString("rw-r--r--"));
        desk.write(1, "a.txt", "one");
        desk.write(2, "a.txt", "two");
        desk.write(2, "b.txt", "b");
        desk.delete(2, "b.txt");
        assertThat(told(desk.store().diff(2)))
                .containsExactly("a.txt: one 644 -> two 644", "b.txt: nothing -> nothing");
        assertThat(told(desk.store().diff())).containsExactly("a.txt: old 644 -> two 644");
    }

    private static List<String> told(List<FileChange> changes) throws IOException {
        var told = new ArrayList<String>();
        for (FileChange change : changes) {
            told.add(
                    "%s: %s -> %s"
                            .formatted(change.path(), told(change.before()), told(change.after())));
        }
        return told;
    }

    private static String told(FileState state) throws IOException {
        return state.content().isEmpty()
                ? "nothing"
                : state.content().get().bytes().text(StandardCharsets.UTF_8)
                        + " %o".formatted(state.permissions().orElseThrow());
    }

    @Test
    void dropsTheOldestWhenItIsFullAndSaysSo() throws Exception {
        try (UndoFixture small = new UndoFixture(root, 1_000)) {
            for (int turn = 1; turn <= 4; turn++) {
                small.write(turn, turn + ".txt", Integer.toString(turn).repeat(300));
            }
            assertThat(small.notices)
                    .containsExactly(
                            "The 1 oldest changes can no longer be undone: the undo store of the session is full (1000 bytes).");
            assertThat(small.store().turns().getFirst())
                    .isEqualTo(turn(1, "1.txt", UndoState.DROPPED));
            assertThat(kept()).hasSize(3);
            small.store().undoTurn();
            small.store().undoTurn();
            small.store().undoTurn();
            assertThat(code(() -> small.store().undoTurn())).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(small.contents()).containsOnlyKeys("1.txt");
        }
    }

    @Test
    void changesAFileTooLargeToKeepAndSaysSo() throws Exception {
        try (UndoFixture small = new UndoFixture(root, 1_000)) {
            small.write(1, "a.txt", "a".repeat(2_000));
            small.delete(2, "a.txt");
            assertThat(small.contents()).isEmpty();
            assertThat(small.notices)
                    .containsExactly(
                            "The change of a.txt cannot be undone: its 2000 bytes do not fit into the undo store.",
                            "The change of a.txt cannot be undone: its 2000 bytes do not fit into the undo store.");
            assertThat(code(() -> small.store().undoTurn())).isEqualTo(ErrorCode.NOT_FOUND);
        }
    }

    @Test
    void livesWithATornLog() throws Exception {
        desk.write(1, "a.txt", "one");
        Path log = root.resolve(".deft/sessions/s1/undo/log.jsonl");
        Files.writeString(log, "{\"event\":\"changed\",\"tu", StandardOpenOption.APPEND);
        desk.restart();
        desk.write(2, "a.txt", "two");
        desk.restart();
        desk.store().undoTurn();
        desk.store().undoTurn();
        assertThat(desk.contents()).isEmpty();
    }

    @Test
    void findsAFileByItsAbsolutePath() throws Exception {
        desk.write(1, "a.txt", "one");
        String path = root.resolve("a.txt").toString();
        var restored = new Restored(1, List.of("a.txt"), List.of());
        assertThat(desk.store().undoFile(path)).isEqualTo(restored);
        assertThat(desk.store().redoFile(path)).isEqualTo(restored);
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "one"));
    }

    @Test
    void showsNothingOfTheSessionAfterUndo() throws Exception {
        desk.write(1, "a.txt", "one");
        desk.store().undoTurn();
        assertThat(desk.store().diff()).isEmpty();
    }

    @Test
    void keepsContentsApartThatHaveTheSameFingerprint() throws Exception {
        everyContentIsAFile();
        String one = "````````````````";
        String other = "sgcayfo~rp}ca```";
        assertThat(Fingerprint.of(Bytes.of(one))).isEqualTo(Fingerprint.of(Bytes.of(other)));
        desk.write(1, "a.txt", one);
        desk.write(2, "a.txt", other);
        desk.write(3, "b.txt", one);
        desk.write(4, "a.txt", "new");
        assertThat(kept()).hasSize(3);
        desk.store().undoTurn();
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", other, "b.txt", one));
        desk.store().undoTurn();
        desk.store().undoTurn();
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", one));
    }

    @Test
    void leavesAFileThatReplacedADirectoryItCreated() throws Exception {
        desk.write(1, "dir/a.txt", "one");
        Files.delete(root.resolve("dir/a.txt"));
        Files.delete(root.resolve("dir"));
        Files.writeString(root.resolve("dir"), "of someone else");
        desk.store().undoTurn();
        assertThat(desk.contents()).isEqualTo(Map.of("dir", "of someone else"));
    }

    @Test
    void changesNothingWhenAContentIsLost() throws Exception {
        everyContentIsAFile();
        Files.writeString(root.resolve("a.txt"), "precious");
        desk.write(1, "a.txt", "new");
        for (Path content : kept()) {
            Files.delete(content);
        }
        assertThat(code(() -> desk.store().undoTurn())).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "new"));
    }

    @Test
    void refusesADamagedContent() throws Exception {
        everyContentIsAFile();
        Files.writeString(root.resolve("a.txt"), "precious");
        desk.write(1, "a.txt", "new");
        for (Path content : kept()) {
            Files.writeString(content, "damaged");
        }
        assertThat(code(() -> desk.store().undoTurn())).isEqualTo(ErrorCode.IO_ERROR);
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "new"));
    }

    @Test
    void takesNoPartOfAContentForTheWhole() throws Exception {
        everyContentIsAFile();
        Files.writeString(root.resolve("a.txt"), "precious");
        desk.write(1, "a.txt", "new");
        for (Path content : kept()) {
            Files.writeString(content, "");
        }
        Files.writeString(root.resolve("b.txt"), "precious");
        desk.write(2, "b.txt", "new");

        desk.store().undoTurn();
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "new", "b.txt", "precious"));
    }

    @Test
    void seesWhatAnotherProcessAddedInBetween() throws Exception {
        desk.write(1, "a.txt", "one");
        var other = new UndoFixture(root);
        other.write(2, "b.txt", "two");
        desk.write(3, "c.txt", "three");
        other.close();

        assertThat(desk.store().turns())
                .containsExactlyInAnyOrder(
                        turn(1, "a.txt", UndoState.IN_FORCE),
                        turn(2, "b.txt", UndoState.IN_FORCE),
                        turn(3, "c.txt", UndoState.IN_FORCE));
    }

    @Test
    void forgetsAChangeThatDidNotHappen() throws Exception {
        Files.writeString(root.resolve("a.txt"), "old");
        Path blocked = Files.createDirectory(root.resolve("blocked"));
        HostException failure =
                catchThrowableOfType(
                        HostException.class,
                        () -> desk.write(1, "a.txt/" + blocked.getFileName(), "x"));
        assertThat(failure).isNotNull();
        assertThat(desk.store().turns()).isEmpty();
    }

    private void everyContentIsAFile() throws Exception {
        desk.close();
        desk = UndoFixture.withInLog(root, 0);
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(".deft/sessions/s1/undo/contents"))) {
            return files.toList();
        }
    }

    private static TurnChanges turn(int turn, String path, UndoState standing) {
        return new TurnChanges(turn, List.of(new TurnChanges.File(path, "call-" + turn, standing)));
    }

    private static ErrorCode code(ThrowingCallable call) {
        return catchThrowableOfType(HostException.class, call).code();
    }
}
