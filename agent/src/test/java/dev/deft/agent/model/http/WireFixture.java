package dev.deft.agent.model.http;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Auth;
import dev.deft.agent.model.ModelSettings.Retries;
import dev.deft.agent.model.ModelSettings.Route;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.anthropic.AnthropicWire;
import dev.deft.agent.model.openai.OpenAiWire;
import dev.deft.agent.model.responses.ResponsesWire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/// What the tests of the wires begin with.
public final class WireFixture {

    public static final String KEY = "test-key-0123456789";

    public static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private WireFixture() {}

    public static ModelSettings settings(String wire, String url) {
        return settings(wire, url, Route.DIRECT);
    }

    public static ModelSettings settings(String wire, String url, Route route) {
        return new ModelSettings(
                wire,
                "model-x",
                url,
                Optional.of(KEY),
                wire.equals("anthropic") ? Auth.API_KEY : Auth.BEARER,
                "",
                Map.of(),
                new Retries(8, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(60)),
                route);
    }

    /// Settings for a model that asks once.
    public static ModelSettings unretried(String wire, String url) {
        ModelSettings it = settings(wire, url);
        return new ModelSettings(
                it.wire(),
                it.model(),
                it.baseUrl(),
                it.key(),
                it.auth(),
                it.version(),
                it.headers(),
                new Retries(0, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(60)),
                it.route());
    }

    /// A model that waits for nothing.
    public static Model model(ModelSettings settings) {
        return model(settings, _ -> {});
    }

    public static Model model(ModelSettings settings, Backoff.Pause pause) {
        var backoff =
                new Backoff(settings.retries(), InstantSource.fixed(NOW), new Random(7), pause);
        var ids = new AtomicInteger();
        Wire wire =
                switch (settings.wire()) {
                    case "anthropic" -> new AnthropicWire(settings);
                    case "responses" -> new ResponsesWire(settings);
                    default -> new OpenAiWire(settings, () -> "made_" + ids.incrementAndGet());
                };
        return new WireModel(settings, wire, backoff);
    }

    public static Prompt prompt(String words) {
        return new Prompt(
                List.of("Be brief."),
                List.of(Message.User.of(words)),
                List.of(),
                1_000,
                Prompt.Sampling.UNSET);
    }

    /// A recorded stream.
    public static String recorded(String wire, String name) {
        String path = "/dev/deft/agent/model/%s/%s.sse".formatted(wire, name);
        try (InputStream in =
                Objects.requireNonNull(WireFixture.class.getResourceAsStream(path), path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
