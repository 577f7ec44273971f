package dev.deft.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Small contents in the log of the undo store, and what becomes of them when it is damaged.
class InlinedContentsTest {

    private static final int CUT_EVERY = 13;

    @TempDir private Path root;
    private Path log;
    private UndoFixture desk;

    @BeforeEach
    void open() throws Exception {
        log = root.resolve(".deft/sessions/s1/undo/log.jsonl");
        desk = new UndoFixture(root);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    @Test
    void needNoFiles() throws Exception {
        Files.write(root.resolve("a.bin"), new byte[] {0, -1, 10, 13, 34});
        desk.write(1, "a.bin", "one\n");
        desk.write(2, "a.bin", "");
        assertThat(files()).isEmpty();
        desk.restart();
        desk.store().undoTurn();
        assertThat(root.resolve("a.bin")).hasContent("one\n");
        desk.store().undoTurn();
        assertThat(root.resolve("a.bin")).hasBinaryContent(new byte[] {0, -1, 10, 13, 34});
        desk.store().redoTurn();
        desk.store().redoTurn();
        assertThat(root.resolve("a.bin")).hasContent("");
    }

    @Test
    void standInTheLogOnce() throws Exception {
        String one = "1".repeat(9_000);
        String two = "2".repeat(9_000);
        for (int turn = 1; turn <= 20; turn++) {
            desk.write(turn, "a.txt", turn % 2 == 0 ? two : one);
            if (turn == 10) {
                desk.restart();
            }
        }
        assertThat(Files.size(log)).isLessThan(40_000);
    }

    @Test
    void areFilesWhenTheyAreLarge() throws Exception {
        desk.write(1, "a.txt", "a".repeat(ContentStore.MOST_INLINED));
        assertThat(files()).isEmpty();
        desk.write(2, "a.txt", "a".repeat(ContentStore.MOST_INLINED + 1));
        assertThat(files()).hasSize(1);
        desk.restart();
        desk.store().undoTurn();
        assertThat(root.resolve("a.txt")).hasSize(ContentStore.MOST_INLINED);
    }

    /// The limit holds for a session, whoever continues it.
    @Test
    void areFilesWhenTheLogHasEnoughOfThem() throws Exception {
        for (int turn = 1; turn <= 4; turn++) {
            desk.close();
            desk = UndoFixture.withInLog(root, 25);
            desk.write(turn, "a.txt", turn + "23456789");
        }
        assertThat(files()).hasSize(2);
        desk.restart();
        for (int turn = 3; turn >= 1; turn--) {
            desk.store().undoTurn();
            assertThat(root.resolve("a.txt")).hasContent(turn + "23456789");
        }
    }

    @Test
    void followTheFilesOfAnEarlierVersion() throws Exception {
        desk.close();
        desk = UndoFixture.withInLog(root, 0);
        desk.write(1, "a.txt", "one");
        desk.write(2, "a.txt", "two");
        assertThat(files()).hasSize(2);
        desk.restart();
        desk.write(3, "a.txt", "three");
        desk.write(4, "a.txt", "one");
        assertThat(files()).hasSize(2);
        desk.restart();
        assertThat(desk.store().diff(4)).hasSize(1);
        desk.store().undoTurn();
        desk.store().undoTurn();
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "two"));
        desk.store().undoTurn();
        desk.store().undoTurn();
        assertThat(desk.contents()).isEmpty();
    }

    @Test
    void areApartThatHaveTheSameFingerprint() throws Exception {
        String one = "````````````````";
        String other = "sgcayfo~rp}ca```";
        assertThat(Fingerprint.of(Bytes.of(one))).isEqualTo(Fingerprint.of(Bytes.of(other)));
        desk.write(1, "a.txt", one);
        desk.restart();
        desk.write(2, "a.txt", other);
        desk.restart();
        desk.write(3, "a.txt", "new");
        desk.restart();
        desk.store().undoTurn();
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", other));
        desk.store().undoTurn();
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", one));
    }

    /// A change waits until its line is durable, so it did not happen.
    @Test
    void areNotBelievedWhenTheirLineIsCutOff() throws Exception {
        desk.write(1, "a.txt", "one");
        long whole = Files.size(log);
        desk.write(2, "a.txt", "two");
        byte[] all = Files.readAllBytes(log);
        for (int size = (int) whole; size < all.length - 1; size += CUT_EVERY) {
            Files.writeString(root.resolve("a.txt"), "one");
            Files.write(log, Arrays.copyOf(all, size));
            desk.restart();
            assertThat(desk.store().turns()).as("cut at %d", size).hasSize(1);
            desk.write(3, "a.txt", "three");
            desk.restart();
            desk.store().undoTurn();
            assertThat(desk.contents()).as("cut at %d", size).isEqualTo(Map.of("a.txt", "one"));
            desk.store().undoTurn();
            assertThat(desk.contents()).as("cut at %d", size).isEmpty();
        }
    }

    /// A block of a line that never reached the disk may hold anything.
    @Test
    void areNotBelievedWhenTheyAreDamaged() throws Exception {
        desk.write(1, "a.txt", "one");
        desk.write(2, "a.txt", "something longer");
        String all = Files.readString(log);
        String content = InlinedContents.encoded(Bytes.of("something longer"));
        for (String damage :
                List.of(
                        InlinedContents.encoded(Bytes.of("something lonher")),
                        "\0".repeat(content.length()),
                        "!".repeat(content.length()),
                        "")) {
            Files.writeString(log, all.replace(content, damage));
            desk.restart();
            assertThat(desk.store().turns()).as(damage).hasSize(1);
        }
        Files.writeString(log, all);
        desk.restart();
        assertThat(desk.store().turns()).hasSize(2);
    }

    @Test
    void changeNothingWhenTheyAreLost() throws Exception {
        Files.writeString(root.resolve("a.txt"), "precious");
        desk.write(1, "a.txt", "new");
        desk.write(2, "b.txt", "b");
        desk.store().turns();
        Files.writeString(log, " ".repeat((int) Files.size(log)));
        HostException lost =
                catchThrowableOfType(HostException.class, () -> desk.store().undoFile("a.txt"));
        assertThat(lost.code()).isEqualTo(ErrorCode.IO_ERROR);
        assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "new", "b.txt", "b"));
    }

    @Test
    void areSeenByAnotherProcess() throws Exception {
        desk.write(1, "a.txt", "one");
        try (var other = new UndoFixture(root)) {
            other.write(2, "a.txt", "two");
            desk.write(3, "a.txt", "three");
            other.store().undoTurn();
            assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "two"));
            desk.store().undoTurn();
            assertThat(desk.contents()).isEqualTo(Map.of("a.txt", "one"));
        }
    }

    private List<Path> files() throws IOException {
        Path contents = root.resolve(".deft/sessions/s1/undo/contents");
        if (!Files.exists(contents)) {
            return List.of();
        }
        try (var all = Files.list(contents)) {
            return all.toList();
        }
    }
}
