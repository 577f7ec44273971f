package dev.deft.agent.session;

import static dev.deft.agent.session.SomeCalls.NOTHING;
import static dev.deft.agent.session.SomeCalls.WRITE;
import static dev.deft.agent.session.SomeCalls.call;
import static dev.deft.agent.session.SomeCalls.envelope;
import static dev.deft.agent.session.SomeCalls.prepared;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.output.SecretMask;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionLogTest {

    private static final SessionId ID = new SessionId("s1");
    private static final String SECRET = "ghp_" + "a1B2".repeat(9);

    private final SessionStore store = new InMemorySessionStore();

    private SessionWriter open() throws IOException {
        return SessionWriter.open(store, ID, InstantSource.system());
    }

    private static Entry.User user(String text) {
        return new Entry.User(List.of(new Part.Text(text)), "user");
    }

    private List<Entry.Body> bodies() throws IOException {
        return store.read(ID, 0).stream().map(it -> Entry.of(it).body()).toList();
    }

    @Test
    void returnsEntriesAsTheyAreRead() throws Exception {
        var answer = new Entry.Assistant(List.of(new Part.Text("fine")), Answer.Stop.DONE, "m");
        var spent = new Entry.TokenUsage(new Usage(1, 2, 3, 4), "m");
        try (SessionLog log = SessionLog.of(open())) {
            Entry said = log.addUserMessage(user("hello"));
            Entry answered = log.addAnswer(answer, spent);

            assertThat(log.entries().subList(0, 2)).containsExactly(said, answered);
            assertThat(log.turn()).isEqualTo(1);
        }
        assertThat(bodies()).containsExactly(user("hello"), answer, spent);
    }

    @Test
    void masksSecrets() throws Exception {
        try (SessionLog log = SessionLog.of(open())) {
            log.addUserMessage(user("my key is " + SECRET));
        }
        assertThat(store.read(ID, 0).toString()).contains("my key is").doesNotContain(SECRET);
    }

    @Test
    void writesTheTextOfAResultOnlyIfThereIsAModel() throws Exception {
        SessionWriter writer = open();
        try (var log =
                new SessionLog(
                        writer,
                        TurnCount.from(writer.state()),
                        SecretMask.KEYS_ONLY,
                        (_, it) -> "read " + it.callId())) {
            log.intent(call("c1"), prepared(WRITE));
            log.result(call("c1"), Optional.empty(), envelope("c1"));
            log.addUserMessage(user("go on"));
            log.intent(call("c2"), prepared(WRITE));
            log.result(call("c2"), Optional.empty(), envelope("c2"));
        }
        assertThat(
                        store.read(ID, 0).stream()
                                .filter(it -> it.text("role").equals(Optional.of("result")))
                                .map(it -> it.text("text")))
                .containsExactly(Optional.empty(), Optional.of("read c2"));
    }

    @Test
    void storesADeferredSessionWithTheFirstCallThatWrites() throws Exception {
        try (SessionLog log =
                SessionLog.of(SessionWriter.deferred(store, ID, InstantSource.system()))) {
            log.intent(call("c1"), prepared(NOTHING));
            log.result(call("c1"), Optional.empty(), envelope("c1"));
            assertThat(store.exists(ID)).isFalse();

            log.intent(call("c2"), prepared(WRITE));
            assertThat(bodies()).as("from its beginning, before the call runs").hasSize(3);
            assertThat(log.turn()).isEqualTo(2);
        }
    }

    @Test
    void continuesTheNumbersOfTurns() throws Exception {
        try (SessionLog log = SessionLog.of(open())) {
            log.addUserMessage(user("one"));
            log.addUserMessage(user("two"));
        }
        try (SessionLog log = SessionLog.of(open())) {
            log.addUserMessage(user("three"));
            assertThat(log.turn()).isEqualTo(3);
        }
    }
}
