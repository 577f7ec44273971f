package dev.deft.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.deft.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of session stores. Tests of a store extend it.
public abstract class SessionStoreContract {

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    private static final SessionId ID = new SessionId("s1");
    private static final SessionId OTHER = new SessionId("s2");

    /// The store under test, empty before each test. A persistent store returns a new instance each
    /// time, which must see what earlier instances stored.
    protected abstract SessionStore store() throws IOException;

    private static Json.Obj entry(int number, String role) {
        return Json.Obj.EMPTY.with("role", role).with("ts", START.plusSeconds(number).toString());
    }

    private static Json.Obj title(int number, String title) {
        return entry(number, "title").with("title", title);
    }

    private static Json.Obj said(int number, String text) {
        return entry(number, "user").with("content", text).with("source", "user");
    }

    private static Json.Obj kept(int number, String name, String value) {
        return entry(number, "kept").with("name", name).with("value", value(value));
    }

    private static Json.Obj value(String text) {
        return Json.Obj.EMPTY.with("v", text);
    }

    private static Json.Obj called(int number, String callId) {
        return entry(number, "call")
                .with("call_id", callId)
                .with("tool", "bash")
                .with("args", Json.Obj.EMPTY);
    }

    private static Json.Obj numbered(Json.Obj entry, long id, long parent) {
        return entry.with("id", Json.Num.of(id)).with("parent", Json.Num.of(parent));
    }

    private void write(SessionId id, Json.Obj... entries) throws IOException {
        try (SessionLease lease = store().lease(id)) {
            for (Json.Obj entry : entries) {
                lease.append(entry);
            }
        }
    }

    /// Entries without the fields that only some stores add.
    private static List<Json.Obj> plain(List<Json.Obj> entries) {
        return entries.stream().map(it -> it.without("hash").without("mac")).toList();
    }

    private List<Json.Obj> read(SessionId id, long after) throws IOException {
        return plain(store().read(id, after));
    }

    private List<String> titles(SessionId id) throws IOException {
        return read(id, 0).stream().map(it -> it.text("title").orElse("")).toList();
    }

    @Test
    void readsEntriesInOrderAndUnchanged() throws Exception {
        Json.Obj strange =
                entry(2, "of-a-later-version")
                        .with("text", "ü\n\"\\\u0001\uD83D\uDE00")
                        .with("deep", Json.Obj.EMPTY.with("list", Json.Arr.ofTexts(List.of(""))));
        Json.Obj large = title(3, "x".repeat(1 << 20));
        try (SessionLease lease = store().lease(ID)) {
            assertThat(lease.append(title(1, "a"))).isEqualTo(1);
            assertThat(lease.append(strange)).isEqualTo(2);
            assertThat(lease.append(large)).isEqualTo(3);
        }
        assertThat(read(ID, 0))
                .containsExactly(
                        numbered(title(1, "a"), 1, 0),
                        numbered(strange, 2, 1),
                        numbered(large, 3, 2));
    }

    @Test
    void continuesAnExistingSession() throws Exception {
        write(ID, title(1, "a"));
        write(ID, title(2, "b"));

        assertThat(read(ID, 0))
                .containsExactly(numbered(title(1, "a"), 1, 0), numbered(title(2, "b"), 2, 1));
    }

    @Test
    void readsFromAnEntryOn() throws Exception {
        write(ID, title(1, "a"), title(2, "b"), title(3, "c"));

        assertThat(read(ID, 2)).containsExactly(numbered(title(3, "c"), 3, 2));
        assertThat(read(ID, 3)).isEmpty();
        assertThat(read(ID, 99)).isEmpty();
        try (SessionLease lease = store().lease(ID)) {
            long _ = lease.put(title(4, "d"));
            List<Json.Obj> found = new ArrayList<>();
            lease.read(2, found::add);
            assertThat(plain(found)).as("including its own entries").hasSize(2);
        }
    }

    @Test
    void keepsAnEntryInItsPlaceBeforeTheNextOne() throws Exception {
        try (SessionLease lease = store().lease(ID)) {
            assertThat(lease.putBeforeNext(title(1, "a"))).isEqualTo(1);
            assertThat(lease.putBeforeNext(title(2, "b"))).isEqualTo(2);
            assertThat(lease.put(title(3, "c"))).isEqualTo(3);
            assertThat(lease.putBeforeNext(title(4, "d"))).isEqualTo(4);
            assertThat(lease.put(title(5, "e"), 3)).isEqualTo(5);
            lease.await(5);
        }
        assertThat(read(ID, 0))
                .containsExactly(
                        numbered(title(1, "a"), 1, 0),
                        numbered(title(2, "b"), 2, 1),
                        numbered(title(3, "c"), 3, 2),
                        numbered(title(4, "d"), 4, 3),
                        numbered(title(5, "e"), 5, 3));
    }

    @Test
    void hasAnEntryThatNoOtherFollows() throws Exception {
        try (SessionLease lease = store().lease(ID)) {
            lease.await(lease.putBeforeNext(title(1, "a")));
            assertThat(titles(ID)).as("waited for").containsExactly("a");
            long _ = lease.putBeforeNext(title(2, "b"));
            List<Json.Obj> found = new ArrayList<>();
            lease.read(0, found::add);
            assertThat(found).as("read").hasSize(2);
            long _ = lease.putBeforeNext(title(3, "c"));
        }
        assertThat(titles(ID)).as("closed").containsExactly("a", "b", "c");
    }

    @Test
    void makesSeveralEntriesDurableWithOneWait() throws Exception {
        try (SessionLease lease = store().lease(ID)) {
            assertThat(lease.put(title(1, "a"))).isEqualTo(1);
            long last = lease.put(title(2, "b"));
            lease.await(last);

            assertThat(titles(ID)).as("while the lease is held").containsExactly("a", "b");
        }
    }

    @Test
    void writesForAThreadThatIsInterrupted() throws Exception {
        try (SessionLease lease = store().lease(ID)) {
            Thread.currentThread().interrupt();
            lease.append(title(1, "a"));
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
            lease.append(title(2, "b"));
        }
        assertThat(titles(ID)).containsExactly("a", "b");
    }

    @Test
    void keepsTheOrderOfEachWriterWhenManyWriteAtOnce() throws Exception {
        try (SessionLease lease = store().lease(ID)) {
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String name = "w" + i + "-";
                writers.add(Thread.ofVirtual().start(() -> appendMany(lease, name)));
            }
            for (Thread writer : writers) {
                writer.join();
            }
        }
        List<Json.Obj> entries = read(ID, 0);
        for (int i = 0; i < 8; i++) {
            String name = "w" + i + "-";
            assertThat(titles(ID).stream().filter(it -> it.startsWith(name)))
                    .containsExactly(
                            name + 0, name + 1, name + 2, name + 3, name + 4, name + 5, name + 6,
                            name + 7, name + 8, name + 9);
        }
        for (int i = 0; i < entries.size(); i++) {
            assertThat(entries.get(i).find("id")).contains(Json.Num.of(i + 1));
        }
    }

    private static void appendMany(SessionLease lease, String name) {
        for (int i = 0; i < 10; i++) {
            try {
                lease.append(title(i, name + i));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void hasOneWriterAtATimeAndNamesIt() throws Exception {
        SessionLease first = store().lease(ID);
        first.append(title(1, "a"));

        assertThatThrownBy(() -> store().lease(ID).close())
                .isInstanceOfSatisfying(
                        SessionInUseException.class,
                        it ->
                                assertThat(it)
                                        .hasMessageContaining("The session s1 is open in")
                                        .hasMessageContaining(it.holder()));
        assertThatThrownBy(() -> store().delete(ID)).isInstanceOf(SessionInUseException.class);
        assertThat(titles(ID)).as("readable meanwhile").containsExactly("a");
        store().lease(OTHER).close();

        first.close();
        try (SessionLease _ = store().lease(ID)) {
            first.close();
            assertThatThrownBy(() -> store().lease(ID).close())
                    .as("closing twice does not release the next lease")
                    .isInstanceOf(SessionInUseException.class);
        }
    }

    @Test
    void rejectsEntriesAfterALeaseIsClosed() throws Exception {
        SessionLease lease = store().lease(ID);
        lease.append(title(1, "a"));
        lease.close();

        assertThatThrownBy(() -> lease.append(title(2, "b"))).isInstanceOf(IOException.class);
        assertThat(titles(ID)).containsExactly("a");
    }

    @Test
    void restoresTheStateOfASession() throws Exception {
        try (SessionLease lease = store().lease(ID)) {
            assertThat(lease.state()).isEqualTo(SessionState.NEW);
            assertThat(lease.instanceId()).isEmpty();
        }
        write(
                ID,
                said(1, "hello"),
                kept(2, "a", "old"),
                kept(3, "a", "new"),
                kept(4, "b", "1"),
                called(5, "c1"));

        try (SessionLease lease = store().lease(ID)) {
            assertThat(lease.warnings()).isEmpty();
            assertThat(lease.instanceId())
                    .hasValueSatisfying(it -> assertThat(it).hasSizeGreaterThan(15));
            assertThat(lease.state())
                    .isEqualTo(
                            new SessionState(
                                    1,
                                    true,
                                    Map.of("a", value("new"), "b", value("1")),
                                    List.of(
                                            new OpenCalls.OpenCall(
                                                    "c1",
                                                    "bash",
                                                    "The call was interrupted; whether it took effect is not known. Look before you repeat it.")),
                                    START.plusSeconds(5),
                                    0));
        }
    }

    @Test
    void startsTheContextAfterTheMessagesThatASummaryReplaces() throws Exception {
        write(
                ID,
                said(1, "early"),
                said(2, "late"),
                entry(3, "compaction")
                        .with("content", "sum")
                        .with("covers_through_ts", START.plusSeconds(1).toString())
                        .with("source_hash", "h")
                        .with("pinned", Json.Obj.EMPTY.with("first", "goal")));

        try (SessionLease lease = store().lease(ID)) {
            assertThat(lease.state().context()).isEqualTo(1);
            List<Json.Obj> found = new ArrayList<>();
            lease.read(1, found::add);
            assertThat(found)
                    .extracting(it -> it.text("role").orElse(""))
                    .containsExactly("user", "compaction");
            List<Json.Obj> all = new ArrayList<>();
            lease.read(0, all::add);
            assertThat(all).as("reads all if asked").hasSize(3);
        }
    }

    @Test
    void addsAResultToAnInterruptedCall() throws Exception {
        write(ID, called(1, "c1"));

        SessionWriter.open(store(), ID, InstantSource.system()).close();
        SessionWriter.open(store(), ID, InstantSource.system()).close();

        List<Entry> entries = store().read(ID, 0).stream().map(Entry::of).toList();
        assertThat(entries).as("once").hasSize(2);
        assertThat(entries.getLast().body())
                .isInstanceOfSatisfying(
                        Entry.Result.class,
                        it -> {
                            assertThat(it.callId()).isEqualTo("c1");
                            assertThat(it.envelope().find("metadata"))
                                    .contains(
                                            Json.Obj.EMPTY
                                                    .with("duration_ms", Json.Num.of(0))
                                                    .with("code", "interrupted"));
                        });
    }

    @Test
    void continuesFromAnEarlierEntryAndKeepsTheInactiveOnes() throws Exception {
        write(ID, kept(1, "a", "1"), kept(2, "a", "2"));
        try (SessionLease lease = store().lease(ID)) {
            long id = lease.put(entry(3, "rewind").with("to", Json.Num.of(1)), 1);
            lease.await(id);
        }
        assertThat(read(ID, 2))
                .containsExactly(numbered(entry(3, "rewind").with("to", Json.Num.of(1)), 3, 1));
        try (SessionLease lease = store().lease(ID)) {
            assertThat(lease.state().values()).isEqualTo(Map.of("a", value("1")));
            lease.append(kept(4, "b", "3"));
        }
        try (SessionLease lease = store().lease(ID)) {
            assertThat(lease.state().values()).isEqualTo(Map.of("a", value("1"), "b", value("3")));
        }
    }

    @Test
    void listsTheLatestSessionFirstAndSearchesByWords() throws Exception {
        assertThat(store().list()).isEmpty();
        write(ID, said(1, "Mend the Parser"));
        do {
            write(OTHER, said(1, "größe of the lexer"));
        } while (!modified(OTHER).isAfter(modified(ID)));

        assertThat(store().ids()).containsExactly(OTHER, ID);
        assertThat(store().list())
                .extracting(SessionSummary::id, SessionSummary::title)
                .containsExactly(tuple("s2", "größe of the lexer"), tuple("s1", "Mend the Parser"));
        assertThat(found("the PARS")).containsExactly("s1");
        assertThat(found("Größ")).containsExactly("s2");
        assertThat(found("the")).containsExactly("s2", "s1");
        assertThat(found("arser")).as("the beginning of a word").isEmpty();
        assertThat(found("\"' OR (%*")).as("only letters and digits count").isEmpty();
        assertThat(found("\"%*")).hasSize(2);
    }

    private Instant modified(SessionId id) throws IOException {
        return store().list().stream()
                .filter(it -> it.id().equals(id.value()))
                .findFirst()
                .orElseThrow()
                .modified();
    }

    private List<String> found(String query) throws IOException {
        return store().search(query).stream().map(SessionSummary::id).toList();
    }

    @Test
    void freesTheIdOfADeletedSession() throws Exception {
        write(ID, kept(1, "a", "1"));
        write(OTHER, title(1, "stays"));
        Optional<String> before;
        try (SessionLease lease = store().lease(ID)) {
            before = lease.instanceId();
        }

        store().delete(ID);

        assertThat(store().exists(ID)).isFalse();
        assertThat(store().ids()).containsExactly(OTHER);
        assertThatThrownBy(() -> store().read(ID, 0)).isInstanceOf(NoSuchSessionException.class);
        assertThatThrownBy(() -> store().delete(ID)).isInstanceOf(NoSuchSessionException.class);
        try (SessionLease lease = store().create(ID)) {
            assertThat(lease.state()).isEqualTo(SessionState.NEW);
            assertThat(lease.append(title(1, "another"))).isEqualTo(1);
            assertThat(lease.instanceId()).isPresent().isNotEqualTo(before);
        }
    }

    @Test
    void rejectsEntriesAfterTheSessionIsDeleted() throws Exception {
        try (SessionLease lease = store().lease(ID)) {
            lease.append(title(1, "a"));
            lease.delete();
            assertThatThrownBy(() -> lease.append(title(2, "b"))).isInstanceOf(IOException.class);
        }
        assertThat(store().exists(ID)).isFalse();
    }

    @Test
    void createsNoSessionThatExists() throws Exception {
        assertThat(store().exists(ID)).isFalse();
        store().create(ID).close();

        assertThat(store().exists(ID)).as("also without an entry").isTrue();
        assertThatThrownBy(() -> store().create(ID).close())
                .isInstanceOf(SessionExistsException.class);
        store().lease(ID).close();
    }

    @Test
    void forksTheBranchThatEndsAtAnEntry() throws Exception {
        write(ID, title(1, "a"), title(2, "taken back"));
        try (SessionLease lease = store().lease(ID)) {
            lease.await(lease.put(entry(3, "rewind").with("to", Json.Num.of(1)), 1));
            lease.append(title(4, "b"));
            lease.append(title(5, "later"));
            store().fork(ID, 4, OTHER);
        }

        List<Json.Obj> copy = read(OTHER, 0);
        assertThat(copy.subList(0, 2))
                .containsExactly(numbered(title(1, "a"), 1, 0), numbered(title(4, "b"), 2, 1));
        assertThat(Entry.of(copy.get(2)).body()).isEqualTo(new Entry.Forked("s1", 4));
        assertThat(copy).hasSize(3);
        assertThat(titles(ID)).as("unchanged").hasSize(5);
        assertThatThrownBy(() -> store().fork(ID, 4, OTHER))
                .isInstanceOf(SessionExistsException.class);
        assertThatThrownBy(() -> store().fork(new SessionId("none"), 1, new SessionId("s3")))
                .isInstanceOf(NoSuchSessionException.class);
        assertThat(store().exists(new SessionId("s3"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../x", "a/b", "a\\b", "a\0b", "a.jsonl", "ä", "a\nb"})
    void rejectsAnIdThatIsAPath(String name) {
        assertThatThrownBy(() -> store().lease(new SessionId(name)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void rejectsAnIdThatIsTooLong() throws Exception {
        assertThatThrownBy(() -> new SessionId("x".repeat(129)))
                .isInstanceOf(IllegalArgumentException.class);
        var longest = new SessionId("x".repeat(128));
        write(longest, title(1, "a"));
        assertThat(store().ids()).containsExactly(longest);
        store().delete(longest);
    }
}
