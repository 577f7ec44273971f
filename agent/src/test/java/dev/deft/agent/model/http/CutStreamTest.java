package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.http.FakeProvider.Ending;
import dev.deft.agent.model.http.FakeProvider.Reply;
import dev.deft.host.Bytes;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A stream that ends too early is asked for again, and nobody hears of anything twice.
class CutStreamTest {

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"anthropic, CUT", "openai, CLOSED", "responses, CUT"})
    void isNoticedWhereverItIsCut(String wire, Ending ending) throws Exception {
        String whole = WireFixture.recorded(wire, "calls");
        Reply good = Reply.stream(whole);
        try (var provider = new FakeProvider(good);
                Model model = WireFixture.model(WireFixture.settings(wire, provider.url()))) {
            Answer expected = model.ask(WireFixture.prompt("Go."), new RecordingListener());
            Bytes bytes = Bytes.of(whole);
            for (int length = 0; length < bytes.size(); length++) {
                var heard = new RecordingListener();
                provider.answer(Reply.stream(bytes.part(0, length)).ending(ending), good);
                assertThat(model.ask(WireFixture.prompt("Go."), heard).message())
                        .as("cut after %d bytes", length)
                        .isEqualTo(expected.message());
                assertThat(heard.text()).isEqualTo(expected.message().text());
                assertThat(heard.reasoning()).isEqualTo("Two cities, two calls.");
                assertThat(heard.calls()).containsExactly("weather", "clock");
            }
        }
    }

    /// Without retries, a cut stream is an error and nothing else, unless its end had arrived.
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"anthropic, calls", "openai, calls", "responses, picture", "responses, incomplete"})
    void isNeverHalfAnAnswer(String wire, String name) throws Exception {
        Bytes bytes = Bytes.of(WireFixture.recorded(wire, name));
        try (var provider = new FakeProvider(Reply.stream(bytes));
                Model model = WireFixture.model(WireFixture.unretried(wire, provider.url()))) {
            Answer whole = model.ask(WireFixture.prompt("Go."), new RecordingListener());
            for (int length = 0; length < bytes.size(); length += 11) {
                provider.answer(Reply.stream(bytes.part(0, length)).ending(Ending.CLOSED));
                try {
                    assertThat(model.ask(WireFixture.prompt("Go."), new RecordingListener()))
                            .as("cut after %d bytes", length)
                            .extracting(Answer::message)
                            .isEqualTo(whole.message());
                } catch (ModelException e) {
                    assertThat(e.kind()).isEqualTo(ModelException.Kind.UNREACHABLE);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "responses"})
    void goesOnWhereTheNextAnswerSaysSomethingElse(String wire) throws Exception {
        String whole = WireFixture.recorded(wire, "text");
        String cut = whole.substring(0, whole.indexOf("\n\n", whole.indexOf("late.")) + 2);
        var heard = new RecordingListener();
        try (var provider =
                        new FakeProvider(
                                Reply.stream(cut).ending(Ending.CUT),
                                Reply.stream(cut.replace("late.", "last")).ending(Ending.CUT),
                                Reply.stream(whole.replace("late.", "lasting.")));
                Model model = WireFixture.model(WireFixture.settings(wire, provider.url()))) {
            assertThat(model.ask(WireFixture.prompt("Go."), heard).message().text())
                    .isEqualTo("It is lasting.");
        }
        assertThat(heard.text()).isEqualTo("It is late." + "st" + "ing.");
        assertThat(heard.retries())
                .containsExactly(
                        "1 after 0 ms: the connection broke", "2 after 0 ms: the connection broke");
    }

    @ParameterizedTest
    @CsvSource({"anthropic, SILENCE", "openai, SILENCE", "openai, NOTHING", "responses, SILENCE"})
    void isLeftAtOnceByWhoIsInterrupted(String wire, Ending ending) throws Exception {
        String whole = WireFixture.recorded(wire, "text");
        Reply begun = Reply.stream(whole.substring(0, whole.indexOf("late.")));
        try (var provider = new FakeProvider(begun.ending(ending));
                Model model = WireFixture.model(WireFixture.settings(wire, provider.url()))) {
            Callable<Boolean> asking =
                    () -> {
                        try {
                            var _ = model.ask(WireFixture.prompt("Go."), new RecordingListener());
                            return false;
                        } catch (InterruptedException _) {
                            return true;
                        }
                    };
            var asked = new FutureTask<>(asking);
            Thread asker = Thread.ofVirtual().start(asked);
            provider.awaitSilence();
            asker.interrupt();
            assertThat(asked.get()).isTrue();
            provider.awaitGone();
        }
    }

    @Test
    void isLeftWhenTheModelIsClosed() throws Exception {
        Reply begun = Reply.stream(": hello\n\n").ending(Ending.SILENCE);
        try (var provider = new FakeProvider(begun)) {
            Model model = WireFixture.model(WireFixture.settings("openai", provider.url()));
            var asked =
                    new FutureTask<>(
                            () -> model.ask(WireFixture.prompt("Go."), new RecordingListener()));
            Thread.ofVirtual().start(asked);
            provider.awaitSilence();
            model.close();
            assertThatThrownBy(asked::get)
                    .cause()
                    .hasMessage("openai/model-x was closed before it answered.");
            provider.awaitGone();
            assertThatThrownBy(() -> model.ask(WireFixture.prompt("Go."), new RecordingListener()))
                    .hasMessage("openai/model-x was closed before it answered.");
        }
    }
}
