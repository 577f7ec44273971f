package dev.deft.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.os.StatePaths;
import dev.deft.run.Prepared;
import dev.deft.run.ToolCall;
import dev.deft.tool.Capability;
import dev.deft.tool.Envelope;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionLogTest {

    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    @TempDir private Path root;

    record None() {}

    private static final class Nothing implements Tool<None> {

        @Override
        public ToolSpec<None> spec() {
            return ToolSpec.of("nothing", None.class, ToolCategory.CUSTOM, ToolKind.OTHER);
        }

        @Override
        public ToolResult run(None params, Host host) {
            return ToolResult.output(params, "", "");
        }
    }

    private SessionLog named() throws IOException {
        return SessionLog.named(new StatePaths(root), new SessionId("s1"), CLOCK);
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

    private static ToolCall call(String id) {
        return ToolCall.of(id, "nothing", Json.Obj.EMPTY);
    }

    private static Prepared<None> prepared(Touch touch) {
        return new Prepared<>(
                "1", new Nothing(), new None(), Json.Obj.EMPTY, Limits.DEFAULT, List.of(touch));
    }

    private static final Touch NOTHING = Touch.naming("");
    private static final Touch WRITE = new Touch(Capability.FS_WRITE, "a");

    private static void result(SessionLog log, String id) throws IOException {
        var envelope =
                new Envelope(
                        id,
                        ToolResult.output(new None(), "", "t"),
                        Instant.EPOCH,
                        Duration.ZERO,
                        Optional.empty());
        log.result(call(id), Optional.empty(), envelope);
    }

    @Test
    void keepsWhatWasKeptAcrossARestart() throws Exception {
        try (SessionLog log = named()) {
            log.keep("todo", Json.Obj.EMPTY.with("a", "1"));
            log.keep("todo", Json.Obj.EMPTY.with("a", "2"));
        }
        try (SessionLog log = named()) {
            assertThat(log.recall("todo")).contains(Json.Obj.EMPTY.with("a", "2"));
            assertThat(log.recall("other")).isEmpty();
        }
    }

    @Test
    void isForItsOwnerAloneAndOutOfGit() throws Exception {
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
        try (SessionLog log = named()) {
            log.intent(call("c1"), prepared(NOTHING));
            result(log, "c1");
        }
        chainsItsEntriesFrom(entries());
        assertThat(entries())
                .extracting(it -> it.text("role").orElse(""))
                .containsExactly("call", "result");
    }

    @Test
    void closesACallThatACrashLeftOpen() throws Exception {
        try (SessionLog log = named()) {
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
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"role\":\"ca", "\0\0\0", "x"})
    void cutsOffATornLineAndKeepsItAside(String torn) throws Exception {
        try (SessionLog log = named()) {
            log.keep("a", Json.Obj.EMPTY);
        }
        Files.writeString(file(), torn, StandardOpenOption.APPEND);
        try (SessionLog log = named()) {
            assertThat(log.recall("a")).isPresent();
            log.keep("b", Json.Obj.EMPTY);
        }

        assertThat(entries()).hasSize(2);
        assertThat(root.resolve(".deft/sessions/s1.jsonl.torn")).hasContent(torn);
    }

    @Test
    void opensAfterEveryPrefixOfALog() throws Exception {
        try (SessionLog log = named()) {
            log.intent(call("c1"), prepared(WRITE));
            log.keep("a", Json.Obj.EMPTY.with("k", "ü"));
            result(log, "c1");
        }
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            named().close();
            assertThat(entries())
                    .as("prefix of %d", length)
                    .allSatisfy(it -> assertThat(it.text("hash")).isPresent());
        }
    }

    @Test
    void leavesNoTraceOfAPassingSessionThatTouchedNothing() throws Exception {
        try (SessionLog log =
                SessionLog.passing(new StatePaths(root), new SessionId("s1"), CLOCK)) {
            log.intent(call("c1"), prepared(NOTHING));
            log.keep("todo", Json.Obj.EMPTY);
            result(log, "c1");
            assertThat(log.recall("todo")).isPresent();
        }

        assertThat(root.resolve(".deft")).doesNotExist();
    }

    @Test
    void recordsAPassingSessionFromItsBeginningOnceItTouchesSomething() throws Exception {
        try (SessionLog log =
                SessionLog.passing(new StatePaths(root), new SessionId("s1"), CLOCK)) {
            log.intent(call("c1"), prepared(NOTHING));
            result(log, "c1");
            log.intent(call("c2"), prepared(WRITE));
            assertThat(entries()).hasSize(3);
        }
    }

    @Test
    void refusesToWriteThroughALinkThatLeadsElsewhere(@TempDir Path elsewhere) throws Exception {
        Files.createSymbolicLink(root.resolve(".deft"), elsewhere);

        assertThatThrownBy(this::named).hasMessageContaining(".deft");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../x", "a/b", "a b", "ä", "."})
    void refusesAnIdThatIsNoFileName(String id) {
        assertThatThrownBy(() -> new SessionId(id)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void losesNothingWhenManyWriteAtOnce() throws Exception {
        try (SessionLog log = named()) {
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

    private static void keepMany(SessionLog log, String name) {
        for (int i = 0; i < 20; i++) {
            try {
                log.keep(name, Json.Obj.EMPTY.with("i", Json.Num.of(i)));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void chainsItsEntriesFrom(List<Json.Obj> entries) {
        String previous = EntryHash.FIRST;
        for (Json.Obj entry : entries) {
            previous = EntryHash.of(previous, entry.without("hash"));
            assertThat(entry.text("hash")).contains(previous);
        }
    }
}
