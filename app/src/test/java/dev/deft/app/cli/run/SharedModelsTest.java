package dev.deft.app.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Models that several sessions use. The server refuses each key, so that an answer shows that a
/// request was sent.
class SharedModelsTest {

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(401, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private ModelSettings settings(String key) {
        return new ModelSettings(
                "openai",
                "some",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/v1",
                Optional.of(key),
                ModelSettings.Auth.BEARER,
                "",
                Map.of(),
                new ModelSettings.Retries(
                        0, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMinutes(1)),
                ModelSettings.Route.DIRECT);
    }

    private static ModelException.Kind failure(Model model) {
        var prompt =
                new Prompt(
                        List.of(),
                        List.of(Message.User.of("?")),
                        List.of(),
                        10,
                        Prompt.Sampling.UNSET);
        return catchThrowableOfType(
                        ModelException.class, () -> model.ask(prompt, AnswerListener.NONE))
                .kind();
    }

    @Test
    void aModelIsClosedWithTheLastOneThatUsesIt() {
        var models = new SharedModels();
        Model one = models.of(settings("a"));
        Model other = models.of(settings("a"));

        one.close();
        one.close();
        assertThat(failure(other)).isEqualTo(ModelException.Kind.DENIED);

        other.close();
        assertThat(failure(other)).isEqualTo(ModelException.Kind.UNREACHABLE);
        try (Model next = models.of(settings("a"))) {
            assertThat(failure(next)).isEqualTo(ModelException.Kind.DENIED);
        }
    }

    @Test
    void modelsWithOtherSettingsAreApart() {
        var models = new SharedModels();
        try (Model other = models.of(settings("b"))) {
            models.of(settings("a")).close();

            assertThat(failure(other)).isEqualTo(ModelException.Kind.DENIED);
        }
    }
}
