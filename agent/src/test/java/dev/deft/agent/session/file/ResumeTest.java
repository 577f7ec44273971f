package dev.deft.agent.session.file;

import static dev.deft.agent.session.file.LogFixture.ID;
import static dev.deft.agent.session.file.LogFixture.entry;
import static dev.deft.agent.session.file.LogFixture.stores;
import static dev.deft.agent.session.file.LogFixture.value;
import static dev.deft.agent.session.file.LogFixture.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionState;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a session knows when it is opened again, from a checkpoint or without one.
class ResumeTest {

    @TempDir private Path root;
    private LogFixture fixture;

    @BeforeEach
    void fixture() {
        fixture = new LogFixture(root);
    }

    static List<Integer> seeds() {
        return IntStream.range(0, 40).boxed().toList();
    }

    /// [SessionState#of] folds all entries of a log and is the oracle.
    @ParameterizedTest
    @MethodSource("seeds")
    void hasTheSameStateFromACheckpointAndFromTheWholeLog(int seed) throws Exception {
        var random = new Random(seed);
        var session = new RandomSession(random);
        Optional<String> instance = Optional.empty();
        for (int opened = 0; opened < 6; opened++) {
            try (SessionLease lease = fixture.mine().lease(ID)) {
                assertThat(lease.state()).as("opening %d", opened).isEqualTo(expected());
                assertThat(lease.instanceId()).isEqualTo(instance);
                assertThat(lease.warnings()).isEmpty();
                session.write(lease, random.nextInt(8));
                instance = lease.instanceId();
            }
            if (random.nextInt(4) == 0) {
                fixture.forgetCheckpoint();
            }
            assertThat(fixture.check().warning(ID)).isEmpty();
        }
    }

    private SessionState expected() throws IOException {
        return SessionState.of(fixture.mine().read(ID, 0));
    }

    /// Writes entries as an agent would.
    private static final class RandomSession {

        private final Random random;
        private final Deque<String> calls = new ArrayDeque<>();
        private final List<Long> points = new ArrayList<>();
        private int second;
        private boolean conversing;

        RandomSession(Random random) {
            this.random = random;
        }

        void write(SessionLease lease, int count) throws IOException {
            long last = 0;
            for (int i = 0; i < count; i++) {
                second++;
                last = put(lease);
                points.add(last);
            }
            if (last > 0) {
                lease.await(last);
            }
        }

        private long put(SessionLease lease) throws IOException {
            return switch (random.nextInt(10)) {
                case 0 -> {
                    conversing = true;
                    yield lease.put(
                            entry(second, "user")
                                    .with("content", "u" + second)
                                    .with("source", "user"));
                }
                case 1, 2 -> lease.put(conversing ? answer() : call());
                case 3 -> lease.put(call());
                case 4 -> lease.put(calls.isEmpty() ? call() : result(calls.removeFirst()));
                case 5 -> lease.put(stores(second, "n" + random.nextInt(3), "v" + second));
                case 6 -> lease.put(summary());
                case 7 ->
                        lease.put(entry(second, "usage").with("input_tokens", Json.Num.of(second)));
                case 8 -> points.isEmpty() ? lease.put(call()) : rewind(lease);
                default -> lease.put(entry(second, "of-a-later-version"));
            };
        }

        private Json.Obj answer() {
            String id = "a" + second;
            return entry(second, "assistant")
                    .with("stop", "calls")
                    .with("model", "m")
                    .with(
                            "content",
                            new Json.Arr(
                                    List.of(
                                            Json.Obj.EMPTY
                                                    .with("type", "call")
                                                    .with("call_id", id)
                                                    .with("tool", "bash")
                                                    .with("args", "{}"))));
        }

        private Json.Obj call() {
            String id = "c" + second;
            calls.addLast(id);
            return entry(second, "call")
                    .with("call_id", id)
                    .with("tool", "bash")
                    .with("args", Json.Obj.EMPTY);
        }

        private Json.Obj result(String call) {
            return entry(second, "result").with("call_id", call).with("tool", "bash");
        }

        private Json.Obj summary() {
            Json.Obj pinned =
                    random.nextBoolean() ? Json.Obj.EMPTY.with("first", "goal") : Json.Obj.EMPTY;
            return entry(second, "compaction")
                    .with("content", "sum")
                    .with(
                            "covers_through_ts",
                            entry(random.nextInt(second), "").text("ts").orElseThrow())
                    .with("source_hash", "h")
                    .with("pinned", pinned);
        }

        private long rewind(SessionLease lease) throws IOException {
            calls.clear();
            long to = random.nextInt(5) == 0 ? 0 : points.get(random.nextInt(points.size()));
            return lease.put(entry(second, "rewind").with("to", Json.Num.of(to)), to);
        }
    }

    @Test
    void hasTheSameStateOfAForeignLogFromACheckpointAndFromTheWholeLog() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"));
        write(
                fixture.theirs(),
                entry(2, "user").with("content", "early"),
                stores(3, "a", "theirs"),
                entry(4, "compaction")
                        .with("content", "sum")
                        .with("covers_through_ts", entry(3, "").text("ts").orElseThrow())
                        .with("pinned", value("goal")));
        SessionState whole;
        List<String> warnings;
        try (SessionLease lease = fixture.mine().lease(ID)) {
            whole = lease.state();
            warnings = lease.warnings();
        }

        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(lease.state()).isEqualTo(whole);
            assertThat(lease.warnings()).isEqualTo(warnings).hasSize(1);
        }
        assertThat(whole.values()).isEqualTo(Map.of("a", value("1")));
        assertThat(whole.context()).as("a foreign summary replaces nothing").isZero();
    }

    @Test
    void reportsALogThatLostItsLastEntries() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "a", "2"), stores(3, "a", "3"));
        fixture.lines(fixture.lines().subList(0, 2));

        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(lease.warnings())
                    .containsExactly(
                            "The log of session s1 was truncated or replaced: it had 3 entries and now ends with entry 2. The missing entries are lost; the rest is used.");
            assertThat(lease.state().values()).isEqualTo(Map.of("a", value("2")));
            assertThat(lease.append(stores(4, "a", "4"))).isEqualTo(3);
        }
        assertThat(fixture.warnings()).as("reported once").isEmpty();
        assertThat(fixture.values()).isEqualTo(Map.of("a", value("4")));
    }

    @Test
    void reportsALogThatWasReplacedByALongerOne() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"), stores(2, "a", "2"));
        byte[] checkpoint = Files.readAllBytes(fixture.checkpoint());
        fixture.mine().delete(ID);
        write(
                fixture.mine(),
                stores(5, "b", "1"),
                stores(6, "b", "2"),
                stores(7, "b", "a longer one"));
        Files.write(fixture.checkpoint(), checkpoint);

        assertThat(fixture.warnings())
                .containsExactly(
                        "The log of session s1 was truncated or replaced: it had 2 entries and now ends with entry 3. The missing entries are lost; the rest is used.");
    }

    @Test
    void doesNotApplyTheCheckpointOfADeletedLogToANewOne() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"));
        Files.delete(fixture.log());

        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(lease.state()).isEqualTo(SessionState.NEW);
            assertThat(lease.warnings()).isEmpty();
        }
    }

    @Test
    void readsTheWholeLogIfItsCheckpointIsBrokenOrOfAnotherVersion() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"));
        String checkpoint = Files.readString(fixture.checkpoint());
        for (String broken :
                List.of(
                        "",
                        "{",
                        "[]",
                        "{}",
                        checkpoint.replace("\"version\":2", "\"version\":1"),
                        checkpoint
                                .replace("\"1\"", "\"2\"")
                                .replace("\"version\":2", "\"version\":9"))) {
            Files.writeString(fixture.checkpoint(), broken);
            assertThat(fixture.values()).as(broken).isEqualTo(Map.of("a", value("1")));
        }
    }

    @Test
    void savesACheckpointWithASummaryAndNotBefore() throws Exception {
        try (SessionLease lease = fixture.mine().lease(ID)) {
            lease.append(stores(1, "a", "1"));
            assertThat(fixture.checkpoint()).doesNotExist();
            lease.append(entry(2, "compaction").with("content", "sum"));
            String saved = Files.readString(fixture.checkpoint());
            lease.append(stores(3, "a", "3"));
            assertThat(fixture.checkpoint()).hasContent(saved);
            lease.append(entry(4, "compaction").with("content", "sum"));
            assertThat(Files.readString(fixture.checkpoint())).isNotEqualTo(saved);
        }
    }

    @Test
    void savesACheckpointAfterTenThousandEntries() throws Exception {
        try (SessionLease lease = fixture.mine().lease(ID)) {
            for (int i = 1; i < 10_000; i++) {
                long _ = lease.put(stores(i, "a", "1"));
            }
            lease.await(9_999);
            assertThat(fixture.checkpoint()).doesNotExist();
            lease.append(stores(10_000, "a", "last"));
            assertThat(Files.readString(fixture.checkpoint())).contains("\"last\"");
        }
    }

    @Test
    void leavesTheCheckpointAloneIfNothingWasWritten() throws Exception {
        write(fixture.mine(), stores(1, "a", "1"));
        Files.writeString(fixture.checkpoint(), Files.readString(fixture.checkpoint()) + " ");
        fixture.mine().lease(ID).close();

        assertThat(Files.readString(fixture.checkpoint())).endsWith("} ");
    }

    @Test
    void savesNoCheckpointOfADeletedSession() throws Exception {
        try (SessionLease lease = fixture.mine().lease(ID)) {
            lease.append(stores(1, "a", "1"));
            lease.delete();
            assertThatThrownBy(() -> lease.put(stores(2, "a", "2")))
                    .isInstanceOf(IOException.class)
                    .hasMessage("The session s1 was deleted.");
        }
        assertThat(fixture.checkpoint()).doesNotExist();
        assertThat(fixture.log()).doesNotExist();
    }

    @Test
    void readsOnlyWhatNoSummaryReplaces() throws Exception {
        write(
                fixture.mine(),
                entry(1, "user").with("content", "early"),
                entry(2, "user").with("content", "late"),
                entry(3, "compaction")
                        .with("content", "sum")
                        .with("covers_through_ts", entry(1, "").text("ts").orElseThrow())
                        .with("pinned", value("goal")));

        try (SessionLease lease = fixture.mine().lease(ID)) {
            assertThat(lease.state().context()).isEqualTo(1);
            long _ = lease.put(stores(4, "a", "new"));
            for (long after = 0; after < 5; after++) {
                List<Json.Obj> read = new ArrayList<>();
                lease.read(after, read::add);
                assertThat(read)
                        .as("after %d", after)
                        .isEqualTo(fixture.mine().read(ID, 0).subList((int) after, 4));
            }
        }
    }
}
