package dev.deft.agent.session;

import static dev.deft.agent.session.SomeCalls.NOTHING;
import static dev.deft.agent.session.SomeCalls.WRITE;
import static dev.deft.agent.session.SomeCalls.call;
import static dev.deft.agent.session.SomeCalls.envelope;
import static dev.deft.agent.session.SomeCalls.prepared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.CallJournal;
import dev.deft.run.Gates;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Entries are durable before anybody acts on them, and failures leave nothing behind.
class DurabilityTest {

    private static final SessionId ID = new SessionId("s1");
    private static final Json.Obj VALUE = Json.Obj.EMPTY.with("v", "1");
    private static final Entry.User MESSAGE = new Entry.User(List.of(new Part.Text("hi")), "user");
    private static final Entry.Assistant ANSWER =
            new Entry.Assistant(List.of(new Part.Call("c1", "bash", "{}")), Answer.Stop.CALLS, "m");
    private static final Entry.Assistant TEXT =
            new Entry.Assistant(List.of(new Part.Text("hi")), Answer.Stop.DONE, "m");
    private static final Entry.Assistant PICTURE =
            new Entry.Assistant(
                    List.of(
                            new Part.Media("image/png", Bytes.of("p")),
                            new Part.Call("c1", "bash", "{}")),
                    Answer.Stop.CALLS,
                    "m");
    private static final Entry.TokenUsage USAGE = new Entry.TokenUsage(Usage.NONE, "m");
    private static final Gates.Decision ALLOWED =
            new Gates.Decision(List.of(), Optional.empty(), Optional.empty());

    private final DurableStore store = new DurableStore();

    private SessionWriter open() throws IOException {
        return SessionWriter.open(store, ID, InstantSource.system());
    }

    private SessionWriter deferred() {
        return SessionWriter.deferred(store, ID, InstantSource.system());
    }

    interface Writing {

        void to(SessionLog log) throws IOException;
    }

    private static Writing writing(Writing writing) {
        return writing;
    }

    static Stream<Writing> writings() {
        return Stream.of(
                writing(it -> it.addUserMessage(MESSAGE)),
                writing(it -> it.addUserMessage(MESSAGE, new Entry.Event(VALUE))),
                writing(it -> it.addAnswer(ANSWER)),
                writing(it -> it.addAnswer(TEXT, USAGE)),
                writing(it -> it.addAnswer(PICTURE, USAGE)),
                writing(it -> it.addUsage(USAGE)),
                writing(it -> it.addEvent(new Entry.Event(VALUE))),
                writing(it -> it.addSummary(new Entry.Summary("s", Instant.EPOCH, "h", VALUE))),
                writing(it -> it.setTitle("t")),
                writing(it -> it.addUndo(new Entry.Undone(false, List.of()))),
                writing(SessionLog::adopt),
                writing(it -> it.rewind(0)),
                writing(it -> it.rerunDecision(call("c1"), ALLOWED)),
                writing(it -> it.intent(call("c1"), prepared(NOTHING)).await()),
                writing(it -> it.result(call("c1"), Optional.empty(), envelope("c1"))));
    }

    @ParameterizedTest
    @MethodSource("writings")
    void hasEveryEntryDurableWhenItReturns(Writing writing) throws Exception {
        try (SessionLog log = SessionLog.of(open())) {
            writing.to(log);

            assertThat(store.read(ID, 0)).isNotEmpty();
            assertThat(store.isAllDurable()).isTrue();
        }
        assertThat(store.closed()).containsExactly("s1");
    }

    @Test
    void waitsForTheIntentOnlyWhenTheCallActs() throws Exception {
        try (SessionLog log = SessionLog.of(open())) {
            log.addAnswer(ANSWER, USAGE);
            log.decision(call("c1"), ALLOWED);
            CallJournal.Intent intent = log.intent(call("c1"), prepared(WRITE));
            assertThat(store.isAllDurable()).isFalse();
            assertThat(store.waits()).isZero();

            intent.await();
            assertThat(store.isAllDurable()).isTrue();
            assertThat(store.waits()).isEqualTo(1);
        }
    }

    @Test
    void waitsOnceForAStepThatOnlyReads() throws Exception {
        try (SessionLog log = SessionLog.of(open())) {
            log.addAnswer(ANSWER, USAGE);
            log.decision(call("c1"), ALLOWED);
            log.intent(call("c1"), prepared(NOTHING));
            log.result(call("c1"), Optional.empty(), envelope("c1"));

            assertThat(store.isAllDurable()).isTrue();
            assertThat(store.waits()).isEqualTo(1);
        }
    }

    @Test
    void hasValuesDurable() throws Exception {
        try (SessionWriter writer = open()) {
            new SessionValues(writer, SecretMask.KEYS_ONLY).save("a", VALUE);
            assertThat(store.isAllDurable()).isTrue();
        }
    }

    @Test
    void hasAllPendingEntriesDurableOnceItIsStored() throws Exception {
        try (SessionWriter writer = deferred()) {
            SessionLog log = SessionLog.of(writer);
            log.intent(call("c1"), prepared(NOTHING));
            log.result(call("c1"), Optional.empty(), envelope("c1"));
            assertThat(store.exists(ID)).isFalse();
            assertThat(log.entries()).isEmpty();

            var _ = writer.store();

            assertThat(store.read(ID, 0)).hasSize(2);
            assertThat(store.isAllDurable()).isTrue();
            assertThat(writer.warnings()).containsExactly("a warning");
        }
    }

    @Test
    void storesASessionWithoutPendingEntries() throws Exception {
        try (SessionWriter writer = deferred()) {
            assertThat(writer.id()).isEqualTo(ID);
            assertThat(writer.warnings()).isEmpty();
            var _ = writer.store();
            assertThat(store.exists(ID)).isTrue();
        }
    }

    @Test
    void hasResultsOfInterruptedCallsDurable() throws Exception {
        try (SessionLog log = SessionLog.of(open())) {
            log.addUserMessage(MESSAGE);
            log.addAnswer(ANSWER);
            log.intent(call("c2"), prepared(WRITE));
        }
        open().close();

        assertThat(store.isAllDurable()).isTrue();
        assertThat(
                        store.read(ID, 3).stream()
                                .map(Entry::of)
                                .map(it -> (Entry.Result) it.body())
                                .map(it -> it.callId() + " " + it.tool() + ": " + it.text()))
                .containsExactly(
                        "c1 bash: The program ended before this call was started; it did nothing.",
                        "c2 nothing: The call was interrupted; whether it took effect is not known. Look before you repeat it.");
    }

    @Test
    void releasesTheLeaseIfItCannotBeResumed() throws Exception {
        try (SessionLog log = SessionLog.of(open())) {
            log.intent(call("c1"), prepared(WRITE));
        }
        store.failAt(2);

        assertThatThrownBy(this::open).hasMessage("disk full");
        assertThat(store.closed()).containsExactly("s1", "s1");
    }

    @Test
    void deletesASessionThatCannotBeStored() throws Exception {
        try (SessionWriter writer = deferred()) {
            SessionLog log = SessionLog.of(writer);
            log.intent(call("c1"), prepared(NOTHING));
            log.result(call("c1"), Optional.empty(), envelope("c1"));
            store.failAt(2);

            assertThatThrownBy(writer::store).hasMessage("disk full");
            assertThat(store.exists(ID)).isFalse();
            assertThat(store.closed()).containsExactly("s1");
            assertThat(writer.isStored()).isFalse();
            store.failAt(Long.MAX_VALUE);
            var _ = writer.store();
        }
        assertThat(store.read(ID, 0)).as("all pending entries").hasSize(2);
    }

    @Test
    void reportsBothFailures() throws Exception {
        try (SessionWriter writer = deferred()) {
            SessionLog.of(writer).intent(call("c1"), prepared(NOTHING));
            store.failAt(1);
            store.failToDelete();

            assertThatThrownBy(writer::store)
                    .hasMessage("disk full")
                    .satisfies(it ->
                            assertThat(it.getSuppressed())
                                    .extracting(Throwable::getMessage)
                                    .containsExactly("disk broken"));
        }
    }

    @Test
    void countsARejectedCallAsATurn() throws Exception {
        try (SessionLog log = SessionLog.of(open())) {
            log.intent(call("c1"), prepared(NOTHING));
            log.result(call("c1"), Optional.empty(), envelope("c1"));
            log.result(call("c2"), Optional.empty(), envelope("c2"));

            assertThat(log.turn()).isEqualTo(2);
            assertThat(log.id()).isEqualTo("s1");
            assertThat(log.mask()).isSameAs(SecretMask.KEYS_ONLY);
        }
    }
}
