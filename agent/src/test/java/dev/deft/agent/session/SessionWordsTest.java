package dev.deft.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Ids, times, titles and search words of sessions.
class SessionWordsTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.123456789Z");

    private static Json json(String text) throws Exception {
        return JsonText.parse(text);
    }

    @Test
    void splitsTextIntoLowerCaseWords() {
        assertThat(SearchWords.of("Fix the Größe-of_x2, 𝔸b!"))
                .containsExactly("fix", "the", "größe", "of", "x2", "𝔸b");
        assertThat(SearchWords.of("")).isEmpty();
        assertThat(SearchWords.of(" ,;")).isEmpty();
        assertThat(SearchWords.of("a")).containsExactly("a");
    }

    @Test
    void matchesTextThatHasAWordForEachWordOfTheQuery() {
        assertThat(SearchWords.match(List.of(), "")).isTrue();
        assertThat(SearchWords.match(List.of("fi", "par"), "Parser fixed")).isTrue();
        assertThat(SearchWords.match(List.of("fi", "lex"), "Parser fixed")).isFalse();
        assertThat(SearchWords.match(List.of("arser"), "Parser")).isFalse();
        assertThat(SearchWords.match(List.of("parsers"), "Parser")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"command\":\"npm test\\nmore\"} | bash: npm test",
                "{\"url\":\"u\",\"path\":\"p\"} | bash: p",
                "{\"action\":\"list\",\"other\":1} | bash: list",
                "{\"other\":1} | bash: {\"other\":1}",
                "{\"questions\":[{\"question\":\"Why?\"}]} | bash: Why?",
                "{\"questions\":[]} | bash: 0 questions",
                "{\"todos\":[{\"content\":\"a\"},{}]} | bash: 2 todos",
                "{\"todos\":[],\"other\":1} | bash: {\"todos\":[],\"other\":1}",
                "{\"command\":\"\"} | bash",
                "{} | bash",
                "[1] | bash"
            })
    void namesACallAfterItsMainArgument(String arguments, String title) throws Exception {
        assertThat(CallTitle.of("bash", json(arguments))).isEqualTo(title);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"data\":{\"exit_code\":0,\"output\":\"a\\nb\\n\\n\"}} | exit 0: b",
                "{\"exit_code\":3,\"output\":\"\"} | exit 3",
                "{\"exit_code\":1} | exit 1",
                "{\"data\":{\"exit_code\":0,\"process_id\":\"p1\",\"sandbox\":\"x\"}} | started in the background as p1"
            })
    void describesHowACommandEnded(String result, String outcome) throws Exception {
        assertThat(CommandOutcome.of(json(result))).contains(outcome);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{}",
                "{\"data\":7}",
                "{\"data\":{\"exit_code\":\"0\"}}",
                "{\"process_id\":\"p1\",\"sandbox\":\"x\"}",
                "{\"process_id\":\"p1\",\"exit_code\":0}",
                "{\"process_id\":7,\"exit_code\":0,\"sandbox\":\"x\"}"
            })
    void describesOnlyCommands(String result) throws Exception {
        assertThat(CommandOutcome.of(json(result))).isEmpty();
    }

    @Test
    void knowsACommandThatFailed() {
        assertThat(CommandOutcome.isFailure("exit 0")).isFalse();
        assertThat(CommandOutcome.isFailure("exit 0: ok")).isFalse();
        assertThat(CommandOutcome.isFailure("exit 1: bad")).isTrue();
        assertThat(CommandOutcome.isFailure("started in the background as p1")).isFalse();
        assertThat(CommandOutcome.lastLine(" \n")).isEmpty();
    }

    @Test
    void readsTheMetadataOfAResult() throws Exception {
        assertThat(ResultMetadata.of((Json.Obj) json("{\"metadata\":{\"code\":\"x\"}}")))
                .isEqualTo(Json.Obj.EMPTY.with("code", "x"));
        assertThat(ResultMetadata.of((Json.Obj) json("{\"metadata\":[]}")))
                .isEqualTo(Json.Obj.EMPTY);
        assertThat(ResultMetadata.of(Json.Obj.EMPTY)).isEqualTo(Json.Obj.EMPTY);
    }

    @Test
    void givesEachEntryALaterTime() {
        var clock = new EntryClock(InstantSource.fixed(NOW));
        assertThat(clock.now()).isEqualTo("2026-01-02T03:04:05.123456Z");
        assertThat(clock.now()).isEqualTo("2026-01-02T03:04:05.123457Z");
        clock.advanceTo(NOW.minusSeconds(9));
        assertThat(clock.now()).isEqualTo("2026-01-02T03:04:05.123458Z");
        clock.advanceTo(Instant.parse("2027-01-01T00:00:00Z"));
        assertThat(clock.now()).isEqualTo("2027-01-01T00:00:00.000001Z");
        clock.advanceTo(Instant.parse("9999-01-01T00:00:00Z"));
        clock.advanceTo(Instant.MAX);
        assertThat(clock.now()).isEqualTo("2027-01-01T00:00:00.000002Z");
    }

    @Test
    void generatesIdsThatSortByTime() {
        var random = new Random(1);
        SessionId first = SessionId.generate(NOW, random);
        SessionId later = SessionId.generate(NOW.plusMillis(1), random);

        assertThat(first.value()).matches("ses_[0-9a-z]{8}_[0-9a-f]{6}").isLessThan(later.value());
        assertThat(SessionId.generate(NOW, random)).isNotEqualTo(first);
        assertThat(first.value()).startsWith(SessionId.GENERATED_PREFIX);
    }

    @Test
    void rejectsTextThatIsNoId() {
        assertThat(SessionId.isValid("a-B_9")).isTrue();
        assertThat(SessionId.isValid("a b")).isFalse();
        assertThatThrownBy(() -> new SessionId("a b"))
                .hasMessage("A session id has 1 to 128 letters, digits, - or _, not \"a b\".");
    }

    @Test
    void saysWhoHoldsASession() {
        var exception = new SessionInUseException(new SessionId("s1"), "process 12");
        assertThat(exception.holder()).isEqualTo("process 12");
        assertThat(exception)
                .hasMessage(
                        "The session s1 is open in process 12. Wait for it to end, fork the session, or use another one.");
        assertThat(new SessionExistsException(new SessionId("s1")))
                .hasMessage("Session s1 already exists.");
    }
}
