package dev.deft.agent.session.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Usage;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import dev.deft.agent.session.file.FileSessionStore;
import dev.deft.agent.session.file.SessionPaths;
import dev.deft.os.OsFileLocks;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionCatalogTest {

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir private Path root;
    @TempDir private Path library;

    private final List<String> notices = new ArrayList<>();
    private final List<String> read = new ArrayList<>();
    private Path state;
    private SessionCatalog catalog;

    @BeforeEach
    void empty() throws IOException {
        state = root.resolve(".deft");
        Files.createDirectories(state.resolve("sessions"));
        catalog = new SessionCatalog(state, library, this::summary, notices::add);
    }

    private SessionSummary summary(SessionId id, Instant modified) throws IOException {
        read.add(id.value());
        var store =
                new FileSessionStore(
                        new SessionPaths(root, library, library),
                        new OsFileLocks(),
                        InstantSource.system(),
                        notices::add);
        return SessionSummary.of(store, id, modified);
    }

    private Path index() {
        return state.resolve("sessions.db");
    }

    private void write(int number, String text) throws IOException {
        String id = "s%05d".formatted(number);
        Path log = state.resolve("sessions").resolve(id + ".jsonl");
        Files.writeString(
                log,
                """
                {"role":"user","ts":"2026-01-02T03:04:05Z","content":[{"type":"text","text":"%s"}],"source":"user","id":1,"parent":0,"hash":"x"}
                {"role":"usage","ts":"2026-01-02T03:04:06Z","input_tokens":7,"output_tokens":1,"cache_read":0,"cache_write":0,"model":"m","id":2,"parent":1,"hash":"y"}
                """
                        .formatted(text));
        Files.setLastModifiedTime(log, FileTime.from(START.plusSeconds(number)));
    }

    private void writeMany() throws IOException {
        for (int i = 0; i <= SessionCatalog.MAX_UNINDEXED_LOGS; i++) {
            write(i, "words number" + i + " größe");
        }
    }

    private List<String> found(String query) throws IOException {
        return catalog.find(query).stream().map(SessionSummary::id).toList();
    }

    @Test
    void readsAFewSessionsWithoutAnIndex() throws Exception {
        write(1, "alpha beta");
        write(2, "Größe");

        assertThat(found("")).containsExactly("s00002", "s00001");
        assertThat(found("GRÖ")).containsExactly("s00002");
        assertThat(found("beta alp")).containsExactly("s00001");
        assertThat(found("lpha")).isEmpty();
        assertThat(index()).doesNotExist();
    }

    @Test
    void skipsFilesThatAreNoLogs() throws Exception {
        write(1, "alpha");
        Path sessions = state.resolve("sessions");
        Files.createDirectory(sessions.resolve("directory.jsonl"));
        Files.createSymbolicLink(sessions.resolve("link.jsonl"), sessions.resolve("s00001.jsonl"));
        Files.writeString(sessions.resolve("no id.jsonl"), "");

        assertThat(found("")).containsExactly("s00001");
        assertThat(catalog.ids()).containsExactly("s00001");
        assertThat(notices).isEmpty();
    }

    @Test
    void reportsAnUnreadableLogAndContinues() throws Exception {
        Files.createDirectory(state.resolve("sessions/locked.jsonl"));
        var locked = new LogStamp("locked", 0, 0);

        assertThat(locked.read(this::summary, notices::add)).isEmpty();
        assertThat(notices)
                .containsExactly(
                        "the log of session locked cannot be read; check its owner and mode");
        assertThat(new LogStamp("gone", 0, 0).read(this::summary, notices::add)).isEmpty();
        assertThat(notices).hasSize(1);
    }

    @Test
    void findsTheSameWithAnIndexAsWithout() throws Exception {
        writeMany();

        assertThat(found("")).hasSize(SessionCatalog.MAX_UNINDEXED_LOGS + 1).startsWith("s00200");
        assertThat(found("number17 GRÖß"))
                .containsExactly(
                        "s00179", "s00178", "s00177", "s00176", "s00175", "s00174", "s00173",
                        "s00172", "s00171", "s00170", "s00017");
        assertThat(found("\"number17' OR (")).isEmpty();
        assertThat(catalog.find("s00017"))
                .singleElement()
                .isEqualTo(
                        new SessionSummary(
                                "s00017",
                                "words number17 größe",
                                START.plusSeconds(17),
                                1,
                                "m",
                                new Usage(7, 1, 0, 0),
                                ""));
        assertThat(index()).exists();
        assertThat(notices).isEmpty();
    }

    @Test
    void followsChangedNewAndDeletedLogs() throws Exception {
        writeMany();
        assertThat(found("changed")).isEmpty();

        write(3, "changed now");
        write(900, "changed too");
        Files.delete(state.resolve("sessions/s00005.jsonl"));

        assertThat(found("changed")).containsExactly("s00900", "s00003");
        assertThat(found("number5")).doesNotContain("s00005");
        assertThat(found("number3 words")).doesNotContain("s00003");
    }

    @Test
    void readsOnlyChangedLogsAgain() throws Exception {
        writeMany();
        assertThat(found("words")).hasSize(SessionCatalog.MAX_UNINDEXED_LOGS + 1);
        assertThat(read).hasSize(SessionCatalog.MAX_UNINDEXED_LOGS + 1);
        read.clear();

        assertThat(found("words")).hasSize(SessionCatalog.MAX_UNINDEXED_LOGS + 1);
        assertThat(read).isEmpty();
        write(3, "other words");
        write(4, "different length");
        assertThat(found("number3")).doesNotContain("s00003");
        assertThat(read).containsExactlyInAnyOrder("s00003", "s00004");
    }

    @Test
    void needsNoIndexForAsManyLogsAsItReadsDirectly() throws Exception {
        for (int i = 0; i < SessionCatalog.MAX_UNINDEXED_LOGS; i++) {
            write(i, "words");
        }
        List<String> ids = found("");
        assertThat(ids)
                .hasSize(SessionCatalog.MAX_UNINDEXED_LOGS)
                .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(catalog.ids()).isEqualTo(ids);
        assertThat(index()).doesNotExist();
    }

    @Test
    void needsAnIndexForLargeLogs() throws Exception {
        write(1, "words");
        Path log = state.resolve("sessions/s00001.jsonl");
        try (var file = new RandomAccessFile(log.toFile(), "rw")) {
            file.setLength(SessionCatalog.MAX_UNINDEXED_BYTES);
            assertThat(found("words")).containsExactly("s00001");
            assertThat(index()).doesNotExist();
            file.setLength(SessionCatalog.MAX_UNINDEXED_BYTES + 1);
            assertThat(found("words")).containsExactly("s00001");
            assertThat(index()).exists();
        }
    }

    @Test
    void rebuildsABrokenOldOrMissingIndex() throws Exception {
        writeMany();
        assertThat(found("number17")).hasSize(11);
        byte[] whole = Files.readAllBytes(index());

        for (byte[] broken :
                List.of(
                        new byte[0],
                        "no database at all".repeat(99).getBytes(StandardCharsets.UTF_8),
                        Arrays.copyOf(whole, whole.length / 2))) {
            Files.write(index(), broken);
            assertThat(found("number17")).hasSize(11);
        }
        Files.delete(index());
        assertThat(found("number17")).hasSize(11);
        assertThat(notices).isEmpty();
    }

    @Test
    void readsTheLogsIfThereCanBeNoIndex() throws Exception {
        writeMany();
        Files.createDirectories(index().resolve("in the way"));

        assertThat(found("number17")).hasSize(11);
        assertThat(notices).singleElement().asString().startsWith("the session index failed");
    }

    @Test
    @Tag("deep")
    void findsOneOfTenThousand() throws Exception {
        for (int i = 0; i < 10_000; i++) {
            write(i, "words number" + i + " ".repeat(i % 7) + "more of them");
        }
        for (String what : List.of("build", "again", "again")) {
            long start = System.nanoTime();
            assertThat(found("number777")).hasSize(11);
            long searched = System.nanoTime();
            assertThat(found("")).hasSize(10_000);
            System.out.printf(
                    "10,000 sessions, %s: search %d ms, list %d ms%n",
                    what,
                    Duration.ofNanos(searched - start).toMillis(),
                    Duration.ofNanos(System.nanoTime() - searched).toMillis());
        }
    }
}
