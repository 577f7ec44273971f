package dev.deft.agent.session.file;

import static dev.deft.agent.session.SomeCalls.NOTHING;
import static dev.deft.agent.session.SomeCalls.WRITE;
import static dev.deft.agent.session.SomeCalls.call;
import static dev.deft.agent.session.SomeCalls.prepared;
import static dev.deft.agent.session.SomeCalls.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.OpenLog;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionWriter;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSessionStoreTest {

    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    @TempDir private Path root;

    private OpenLog named() throws IOException {
        return FileStores.open(root, "s1", CLOCK);
    }

    private Path file() {
        return root.resolve(".deft/sessions/s1.jsonl");
    }

    private List<Json.Obj> entries() throws IOException {
        return Files.readAllLines(file()).stream()
                .map(it -> {
                    try {
                        return JsonText.parseObject(it);
                    } catch (IOException e) {
                        throw new IllegalStateException(it, e);
                    }
                })
                .toList();
    }

    @Test
    void restoresStoredValuesAfterARestart() throws Exception {
        try (OpenLog log = named()) {
            log.keep("todo", Json.Obj.EMPTY.with("a", "1"));
            log.keep("todo", Json.Obj.EMPTY.with("a", "2"));
        }
        try (OpenLog log = named()) {
            assertThat(log.recall("todo")).contains(Json.Obj.EMPTY.with("a", "2"));
            assertThat(log.recall("other")).isEmpty();
        }
    }

    @Test
    void isReadableByItsOwnerOnlyAndIgnoredByGit() throws Exception {
        named().close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(root.resolve(".deft"))))
                .isEqualTo("rwx------");
        assertThat(root.resolve(".deft/.gitignore")).hasContent("*\n");
    }

    @Test
    void chainsItsEntries() throws Exception {
        try (OpenLog log = named()) {
            log.intent(call("c1"), prepared(NOTHING));
            result(log, "c1");
        }
        chainsItsEntriesFrom(entries());
        assertThat(entries())
                .extracting(it -> it.text("role").orElse(""))
                .containsExactly("call", "result");
    }

    @Test
    void addsAResultToACallThatACrashInterrupted() throws Exception {
        try (OpenLog log = named()) {
            log.intent(call("done"), prepared(WRITE));
            result(log, "done");
            log.intent(call("open"), prepared(WRITE));
        }
        named().close();
        named().close();

        List<Json.Obj> last = entries();
        assertThat(last).hasSize(4);
        assertThat(JsonText.write(last.getLast()))
                .contains("\"call_id\":\"open\"", "\"code\":\"interrupted\"");
        assertThat(FileStores.history(root, "s1").stats().find("callStats").map(JsonText::write))
                .as("counts as a failure")
                .contains("{\"nothing\":{\"count\":2,\"failures\":1,\"avgDuration\":0}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"role\":\"ca", "\0\0\0", "x"})
    void movesATornLineToAFileOfItsOwn(String torn) throws Exception {
        try (OpenLog log = named()) {
            log.keep("a", Json.Obj.EMPTY);
        }
        Files.writeString(file(), torn, StandardOpenOption.APPEND);
        try (OpenLog log = named()) {
            assertThat(log.recall("a")).isPresent();
            log.keep("b", Json.Obj.EMPTY);
        }

        assertThat(entries()).hasSize(2);
        Path aside = root.resolve(".deft/sessions/s1.jsonl.torn");
        assertThat(aside).hasContent(torn);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(aside)))
                .isEqualTo("rw-------");
    }

    @Test
    void writesATornLineThroughNoLink() throws Exception {
        named().close();
        Files.writeString(file(), "torn", StandardOpenOption.APPEND);
        Path other = Files.writeString(root.resolve("other.txt"), "mine");
        Files.createSymbolicLink(root.resolve(".deft/sessions/s1.jsonl.torn"), other);

        assertThatThrownBy(this::named).isInstanceOf(IOException.class);
        assertThat(other).hasContent("mine");
    }

    @Test
    void writesNoFilesForADeferredSessionThatOnlyReads() throws Exception {
        try (OpenLog log =
                new OpenLog(
                        SessionWriter.deferred(
                                FileStores.in(root, CLOCK), new SessionId("s1"), CLOCK))) {
            log.intent(call("c1"), prepared(NOTHING));
            log.keep("todo", Json.Obj.EMPTY);
            result(log, "c1");
            assertThat(log.recall("todo")).isPresent();
        }

        assertThat(root.resolve(".deft")).doesNotExist();
    }

    @Test
    void writesAllEntriesOfADeferredSessionOnceItWrites() throws Exception {
        try (OpenLog log =
                new OpenLog(
                        SessionWriter.deferred(
                                FileStores.in(root, CLOCK), new SessionId("s1"), CLOCK))) {
            log.intent(call("c1"), prepared(NOTHING));
            result(log, "c1");
            log.intent(call("c2"), prepared(WRITE));
            assertThat(entries()).hasSize(3);
        }
    }

    @Test
    void writesThroughNoLinkToAnotherDirectory(@TempDir Path elsewhere) throws Exception {
        Files.createSymbolicLink(root.resolve(".deft"), elsewhere);

        assertThatThrownBy(this::named).hasMessageContaining(".deft");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../x", "a/b", "a b", "ä", "."})
    void rejectsAnIdThatIsNotAFileName(String id) {
        assertThatThrownBy(() -> new SessionId(id)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void losesNothingWhenManyWriteAtOnce() throws Exception {
        try (OpenLog log = named()) {
            Thread[] writers = new Thread[32];
            for (int i = 0; i < writers.length; i++) {
                String name = "w" + i;
                writers[i] = Thread.ofVirtual().start(() -> keepMany(log, name));
            }
            for (Thread writer : writers) {
                writer.join();
            }
        }
        assertThat(entries()).hasSize(32 * 20);
        chainsItsEntriesFrom(entries());
    }

    @Test
    void writesForAnInterruptedThread() throws Exception {
        try (OpenLog log = named()) {
            Thread.currentThread().interrupt();
            log.keep("a", Json.Obj.EMPTY);
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
            log.keep("b", Json.Obj.EMPTY);
            assertThat(entries()).hasSize(2);
        }
    }

    @Test
    void losesNothingWhenWritersAreInterruptedRepeatedly() throws Exception {
        try (OpenLog log = named()) {
            Thread[] writers = new Thread[8];
            for (int i = 0; i < writers.length; i++) {
                String name = "w" + i;
                writers[i] = Thread.ofPlatform().start(() -> keepMany(log, name));
            }
            while (Arrays.stream(writers).anyMatch(Thread::isAlive)) {
                Arrays.stream(writers).forEach(Thread::interrupt);
                Thread.onSpinWait();
            }
        }
        assertThat(entries()).hasSize(8 * 20);
        chainsItsEntriesFrom(entries());
    }

    @Test
    void opensForAnInterruptedThread() throws Exception {
        Thread.currentThread().interrupt();
        try (OpenLog log = named()) {
            log.setTitle("t");
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(entries()).hasSize(1);
    }

    @Test
    void continuesFromAnEarlierEntryAndKeepsTheInactiveOnes() throws Exception {
        try (OpenLog log = named()) {
            log.keep("a", Json.Obj.EMPTY.with("v", "1"));
            Entry first = log.setTitle("first");
            log.keep("a", Json.Obj.EMPTY.with("v", "2"));
            log.setTitle("second");
            log.rewind(first.id());
        }
        try (OpenLog log = named()) {
            assertThat(log.recall("a")).contains(Json.Obj.EMPTY.with("v", "1"));
            assertThat(log.entries()).extracting(Entry::id).containsExactly(1L, 2L, 5L);
            assertThat(log.setTitle("third").parent()).isEqualTo(5);
        }
        assertThat(entries()).hasSize(6);
        assertThat(FileStores.history(root, "s1").title()).isEqualTo("third");
    }

    @Test
    void readsBackTheDeepestJson() throws Exception {
        Json deep = Json.Obj.EMPTY;
        for (int i = 1; i < JsonText.MAX_DEPTH; i++) {
            deep = Json.Obj.EMPTY.with("d", deep);
        }
        try (OpenLog log = named()) {
            log.keep("deep", (Json.Obj) deep);
        }
        try (OpenLog log = named()) {
            assertThat(log.recall("deep")).contains((Json.Obj) deep);
        }
    }

    private static void keepMany(OpenLog log, String name) {
        for (int i = 0; i < 20; i++) {
            try {
                log.keep(name, Json.Obj.EMPTY.with("i", Json.Num.of(i)));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void chainsItsEntriesFrom(List<Json.Obj> entries) {
        String previous = EntryHash.INITIAL;
        for (Json.Obj entry : entries) {
            previous = EntryHash.of(previous, JsonText.write(entry.without("mac").without("hash")));
            assertThat(entry.text("hash")).contains(previous);
        }
    }
}
