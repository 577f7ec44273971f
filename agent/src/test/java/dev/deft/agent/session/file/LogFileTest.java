package dev.deft.agent.session.file;

import static dev.deft.agent.session.file.LogFixture.ID;
import static dev.deft.agent.session.file.LogFixture.entry;
import static dev.deft.agent.session.file.LogFixture.stores;
import static dev.deft.agent.session.file.LogFixture.value;
import static dev.deft.agent.session.file.LogFixture.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionLease;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a log file accepts, and what it does about incomplete lines.
class LogFileTest {

    @TempDir private Path root;
    private LogFixture fixture;

    @BeforeEach
    void fixture() {
        fixture = new LogFixture(root);
    }

    private Path torn() {
        return root.resolve(".deft/sessions/s1.jsonl.torn");
    }

    private void append(String text) throws IOException {
        Files.writeString(fixture.log(), text, StandardOpenOption.APPEND);
    }

    /// Around the size of the buffers, 64 KiB.
    @ParameterizedTest
    @ValueSource(ints = {1, 65_535, 65_536, 65_537, 140_000})
    void movesAnIncompleteLineOfAnyLengthAside(int length) throws Exception {
        write(fixture.mine(), stores(1, "a", "1"));
        byte[] before = Files.readAllBytes(fixture.log());
        String text = "x".repeat(length);
        append(text);
        assertThat(fixture.check().unfinished()).isTrue();

        assertThat(fixture.values()).isEqualTo(Map.of("a", value("1")));
        assertThat(Files.readAllBytes(fixture.log())).isEqualTo(before);
        assertThat(Files.readString(torn())).isEqualTo(text);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(torn())))
                .isEqualTo("rw-------");
        assertThat(fixture.check().unfinished()).isFalse();
    }

    @Test
    void writesAnEntryTogetherWithTheNextOne() throws Exception {
        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(lease.putBeforeNext(stores(1, "a", "1"))).isEqualTo(1);
            assertThat(fixture.lines()).isEmpty();
            assertThat(lease.put(stores(2, "b", "2"))).isEqualTo(2);
            assertThat(fixture.lines()).hasSize(2);
        }
        assertThat(fixture.check().entries()).isEqualTo(2);
        assertThat(fixture.check().problems()).isEmpty();
    }

    @Test
    void collectsTheIncompleteLinesOfSeveralCrashes() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"));
        for (String text : List.of("first", "second")) {
            append(text);
            fixture.mine().lease(ID).close();
        }

        assertThat(Files.readString(torn())).isEqualTo("firstsecond");
    }

    /// The file ends exactly with the buffer, or a line starts there.
    @ParameterizedTest
    @ValueSource(ints = {65_535, 65_536, 65_537, 131_072})
    void readsEntriesAroundTheSizeOfItsBuffer(int size) throws Exception {
        write(fixture.mine(), stores(1, "a", ""));
        int frame = (int) Files.size(fixture.log());
        fixture.mine().delete(ID);
        Json.Obj large = stores(1, "a", "x".repeat(size - frame));
        write(fixture.mine(), large, stores(2, "b", "2"));
        assertThat(fixture.lines().getFirst()).hasSize(size - 1);
        fixture.forgetCheckpoint();

        assertThat(fixture.values())
                .isEqualTo(Map.of("a", large.find("value").orElseThrow(), "b", value("2")));
        assertThat(fixture.check())
                .isEqualTo(new LogCheck(2, List.of(), false, ForeignEntries.NONE));
    }

    @Test
    void ignoresALineThatIsStillBeingWritten() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "a", "2"));
        String text = Files.readString(fixture.log());
        Files.writeString(fixture.log(), text.substring(0, text.length() - 5));

        assertThat(fixture.mine().read(ID, 0)).hasSize(1);
        assertThat(fixture.check())
                .isEqualTo(new LogCheck(1, List.of(), true, ForeignEntries.NONE));
    }

    /// A complete entry counts also without its newline, but nothing that merely resembles one.
    @Test
    void countsACompleteEntryWithoutANewline() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "a", "2"));
        String text = Files.readString(fixture.log()).strip();
        Files.writeString(fixture.log(), text);
        assertThat(fixture.check())
                .isEqualTo(new LogCheck(2, List.of(), false, ForeignEntries.NONE));
        assertThat(fixture.values()).isEqualTo(Map.of("a", value("2")));
        assertThat(Files.readString(fixture.log())).isEqualTo(text + "\n");
        assertThat(torn()).doesNotExist();
        for (String incomplete :
                List.of(
                        "{}",
                        "{\"role\":\"title\"}",
                        "{\"role\":\"title\",\"hash\":\"0\"}",
                        "{\"ts\":\"now\",\"hash\":\"%s\"}".formatted("0".repeat(64)))) {
            append(incomplete);
            assertThat(fixture.check().unfinished()).as(incomplete).isTrue();
            fixture.mine().lease(ID).close();
            assertThat(Files.readString(fixture.log())).as(incomplete).isEqualTo(text + "\n");
        }
    }

    @Test
    void reportsZerosAtItsEndAsUnfinished() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"));
        append("\0\0");

        assertThat(fixture.check())
                .isEqualTo(new LogCheck(1, List.of(), true, ForeignEntries.NONE));
    }

    @Test
    void recoversEntriesFromADamagedLine() throws Exception {
        String nested = "a } \" { \\ \\\" ü {\"role\":\"x\"";
        write(fixture.mine(), stores(1, "a", nested), stores(2, "b", "2"), stores(3, "c", "3"));
        List<String> lines = fixture.lines();
        Files.writeString(
                fixture.log(),
                "}{\"role\":{\"role\":\""
                        + lines.get(0)
                        + "noise"
                        + lines.get(1)
                        + "\n"
                        + lines.get(2)
                        + "\n");

        assertThat(fixture.mine().read(ID, 0))
                .extracting(it -> it.find("value").orElseThrow())
                .containsExactly(value(nested), value("2"), value("3"));
        assertThat(fixture.check().problems())
                .containsExactly(new LogCheck.Problem(1, "damaged: 2 entries on one line"));
    }

    @Test
    void reportsALineThatIsJsonButNoEntry() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"));
        append("{\"hash\":\"0\",\"id\":2}\n{\"role\":\"title\",\"id\":2}\n[]\n");

        assertThat(fixture.check().problems())
                .extracting(LogCheck.Problem::line, LogCheck.Problem::what)
                .startsWith(
                        tuple(2L, "damaged: one entry can be read; the rest of the line is lost"))
                .contains(
                        tuple(3L, "damaged: one entry can be read; the rest of the line is lost"),
                        tuple(4L, "damaged: no entry can be read; its content is lost"));
    }

    @Test
    void skipsEntriesUpToAnId() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "a", "2"), stores(3, "a", "3"));
        List<String> lines = fixture.lines();
        fixture.lines(
                List.of(
                        lines.get(0),
                        lines.get(1).replace("\"id\":2", "\"id\":\"?\""),
                        lines.get(2)));

        assertThat(fixture.mine().read(ID, 0)).as("all, also without an id").hasSize(3);
        assertThat(fixture.mine().read(ID, 1)).hasSize(1);
        assertThat(fixture.mine().read(ID, 3)).isEmpty();
    }

    @Test
    void rejectsALogThatIsALinkOrADirectory() throws Exception {
        Files.createDirectories(fixture.log());
        assertThatThrownBy(() -> fixture.mine().lease(ID))
                .hasMessage(
                        "s1.jsonl is not a regular file; move it away, Deft stores the log of a session there.");
        Files.delete(fixture.log());
        Path target = Files.writeString(root.resolve("target"), "");
        Files.createSymbolicLink(fixture.log(), target);
        assertThatThrownBy(() -> fixture.mine().lease(ID))
                .hasMessageStartingWith("s1.jsonl is not a regular file");
        Files.delete(fixture.log());

        fixture.mine().lease(ID).close();
        assertThat(target).as("and releases the lock").isEmptyFile();
    }

    @Test
    @Tag("slow")
    void rejectsAnEntryThatIsTooLongAndContinues() throws Exception {
        try (SessionLease lease = fixture.mine().lease(ID)) {
            Json.Obj large = stores(1, "a", "x".repeat(LogReader.MAX_LINE_BYTES - 200));
            assertThatThrownBy(() -> lease.put(large))
                    .hasMessageMatching(
                            "An entry of a session can have at most 67108864 bytes; this one has \\d+\\.");
            assertThat(lease.append(stores(2, "b", "2"))).isEqualTo(1);
        }
        assertThat(fixture.values()).isEqualTo(Map.of("b", value("2")));
    }

    @Test
    void readsNoSessionThatDoesNotExist() {
        assertThatThrownBy(() -> fixture.mine().read(ID, 0))
                .isInstanceOf(NoSuchSessionException.class)
                .hasMessage("There is no session s1.")
                .hasCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> fixture.mine().check(ID))
                .isInstanceOf(NoSuchSessionException.class);
        assertThatThrownBy(() -> fixture.mine().history(ID))
                .isInstanceOf(NoSuchSessionException.class);
    }

    @Test
    void splitsTheTextOfAnyEntry() {
        String hash = "a".repeat(64);
        String mac = "b".repeat(64);
        for (String text :
                List.of(
                        "{\"a\":1}",
                        "{\"a\":\",\\\"hash\\\":\\\"%s\\\"}\"}".formatted(hash),
                        "{\"hash\":\"%s\",\"mac\":\"%s\"}".formatted(mac, hash))) {
            assertThat(EntryHash.split(line(text, hash, Optional.of(mac))))
                    .isEqualTo(new EntryHash.Parts(text, hash, mac));
            assertThat(EntryHash.split(line(text, hash, Optional.empty())))
                    .isEqualTo(new EntryHash.Parts(text, hash, ""));
        }
    }

    private static String line(String entry, String hash, Optional<String> mac) {
        byte[] line = EntryHash.line(entry.getBytes(StandardCharsets.UTF_8), hash, mac);
        return new String(line, StandardCharsets.UTF_8).stripTrailing();
    }

    @Test
    void findsNoHashInOtherText() {
        String line = line("{\"a\":1}", "a".repeat(64), Optional.of("b".repeat(64)));
        for (int length = 0; length < line.length(); length++) {
            String prefix = line.substring(0, length);
            assertThat(EntryHash.split(prefix)).isEqualTo(new EntryHash.Parts(prefix, "", ""));
        }
    }

    @Test
    void knowsTheLatestTimeOfItsEntries() throws Exception {
        write(fixture.mine(), entry(9, "title").with("title", "a"), stores(1, "a", "1"));
        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(lease.state().latest()).isEqualTo("2026-01-02T03:04:14Z");
        }
    }
}
