package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Route;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Both wires over HTTP/2.
class Http2Test {

    @TempDir static Path directory;
    private static Identity identity;

    private final RecordingListener heard = new RecordingListener();

    @BeforeAll
    static void createIdentity() throws Exception {
        identity = Identity.create(directory, "ip:127.0.0.1");
    }

    private static ModelSettings settings(String wire, Http2Server server) {
        return WireFixture.settings(
                wire,
                server.url(),
                new Route(Optional.empty(), Optional.of(identity.certificate())));
    }

    private Answer ask(String wire, Http2Server server) throws IOException, InterruptedException {
        try (Model model = WireFixture.model(settings(wire, server))) {
            return model.ask(WireFixture.prompt("Go."), heard);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void answersOneQuestionAfterTheOther(String wire) throws Exception {
        try (var server = new Http2Server(identity, wire, "whole");
                Model model = WireFixture.model(settings(wire, server))) {
            for (int i = 0; i < 3; i++) {
                assertThat(model.ask(WireFixture.prompt("Go."), heard).message().text())
                        .isEqualTo("It is late.");
                server.await("gone whole");
            }
        }
        assertThat(heard.text()).isEqualTo("It is late.".repeat(3));
        assertThat(heard.retries()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void asksAgainWhereTroubleMayPass(String wire) throws Exception {
        try (var server = new Http2Server(identity, wire, "busy", "reset", "broken", "whole")) {
            assertThat(ask(wire, server).message().text()).isEqualTo("It is late.");
        }
        assertThat(heard.text()).isEqualTo("It is late.");
        assertThat(heard.retries())
                .containsExactly(
                        "1 after 0 ms: 429: Slow down",
                        "2 after 0 ms: the connection broke",
                        "3 after 0 ms: the connection broke");
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void letsGoOfTheStreamWhenInterrupted(String wire) throws Exception {
        try (var server = new Http2Server(identity, wire, "silent");
                Model model = WireFixture.model(settings(wire, server))) {
            var begun = new CountDownLatch(1);
            var end = new AtomicReference<Object>("none");
            Thread asking = Thread.ofVirtual().start(() -> end.set(outcome(model, begun)));
            begun.await();
            asking.interrupt();
            asking.join();
            assertThat(end.get()).isInstanceOf(InterruptedException.class);
            server.await("gone silent");
        }
    }

    private static Object outcome(Model model, CountDownLatch begun) {
        try {
            return model.ask(
                    WireFixture.prompt("Go."),
                    new AnswerListener() {
                        @Override
                        public void text(String delta) {
                            begun.countDown();
                        }
                    });
        } catch (IOException | InterruptedException e) {
            return e;
        }
    }
}
