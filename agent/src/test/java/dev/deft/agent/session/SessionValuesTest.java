package dev.deft.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class SessionValuesTest {

    private static final SessionId ID = new SessionId("s1");
    private static final String SECRET = "ghp_" + "a1B2".repeat(9);

    private final SessionStore store = new InMemorySessionStore();

    private static Json.Obj value(String text) {
        return Json.Obj.EMPTY.with("v", text);
    }

    private SessionValues open(SessionWriter writer) {
        return new SessionValues(writer, SecretMask.KEYS_ONLY);
    }

    @Test
    void loadsTheLastValueOfEachNameAlsoAfterARestart() throws Exception {
        try (SessionWriter writer = SessionWriter.open(store, ID, InstantSource.system())) {
            SessionValues values = open(writer);
            assertThat(values.load("a")).isEmpty();
            values.save("a", value("1"));
            values.save("a", value("2"));
            assertThat(values.load("a")).contains(value("2"));
        }
        try (SessionWriter writer = SessionWriter.open(store, ID, InstantSource.system())) {
            assertThat(open(writer).load("a")).contains(value("2"));
            assertThat(open(writer).load("b")).isEmpty();
        }
    }

    @Test
    void restoresValuesUnchangedButMasksSecretsInTheTaskList() throws Exception {
        try (SessionWriter writer = SessionWriter.open(store, ID, InstantSource.system())) {
            SessionValues values = open(writer);
            values.save("variables", value(SECRET));
            values.save("todo", value(SECRET));
        }
        try (SessionWriter writer = SessionWriter.open(store, ID, InstantSource.system())) {
            assertThat(open(writer).load("variables")).contains(value(SECRET));
            assertThat(open(writer).load("todo"))
                    .hasValueSatisfying(
                            it -> assertThat(it.text("v").orElse("")).doesNotContain(SECRET));
        }
    }

    @Test
    void storesNoDeferredSessionForAValue() throws Exception {
        try (SessionWriter writer = SessionWriter.deferred(store, ID, InstantSource.system())) {
            SessionValues values = open(writer);
            values.save("a", value("1"));
            assertThat(values.load("a")).contains(value("1"));
        }
        assertThat(store.exists(ID)).isFalse();
    }
}
