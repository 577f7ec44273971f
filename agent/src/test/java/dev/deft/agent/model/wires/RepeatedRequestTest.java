package dev.deft.agent.model.wires;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.anthropic.AnthropicWire;
import dev.deft.agent.model.http.RequestBody;
import dev.deft.agent.model.http.Wire;
import dev.deft.agent.model.http.WireFixture;
import dev.deft.agent.model.openai.OpenAiWire;
import dev.deft.agent.model.responses.ResponsesWire;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests of a conversation that was sent before.
class RepeatedRequestTest {

    private static final String MODEL = "model-x";

    private static Wire wire(String name) {
        var settings = WireFixture.settings(name, "http://localhost");
        return switch (name) {
            case "anthropic" -> new AnthropicWire(settings);
            case "responses" -> new ResponsesWire(settings);
            default -> new OpenAiWire(settings, () -> "made");
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "responses"})
    void areWrittenAsIfTheyWereTheFirst(String name) {
        for (int seed = 0; seed < 6; seed++) {
            Wire wire = wire(name);
            var one = new RandomHistory(seed, MODEL);
            var other = new RandomHistory(100 + seed, MODEL);
            for (int i = 0; i < 30; i++) {
                Prompt prompt = (i % 5 == 0 ? other : one).next();

                String written = text(wire.exchange(prompt).request());
                assertThat(written)
                        .as("request %d of history %d", i, seed)
                        .isEqualTo(text(wire(name).exchange(prompt).request()));
                assertThat(conversation(written))
                        .as("request %d of history %d", i, seed)
                        .isEqualTo(SeparateMessages.of(prompt, it -> first(name, it)));
            }
        }
    }

    /// What a first request has for a conversation of one message.
    private static List<Json> first(String name, Prompt prompt) {
        return conversation(text(wire(name).exchange(prompt).request()));
    }

    private static List<Json> conversation(String request) {
        try {
            List<Json> fields = List.copyOf(JsonText.parseObject(request).fields().values());
            return ((Json.Arr) fields.getLast()).items();
        } catch (JsonSyntaxException e) {
            throw new AssertionError(request, e);
        }
    }

    private static String text(RequestBody body) {
        assertThat(body.bytes()).hasSize(Math.toIntExact(body.length()));
        return new String(body.bytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "responses"})
    void shareAllButTheEndWithTheOneBefore(String name) {
        assertThat(mostNewBytes(name, List.of(Message.User.of("Go.")))).isLessThan(90_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "responses"})
    void shareALongHistoryToo(String name) {
        List<Message> history = new ArrayList<>(List.of(Message.User.of("Go.")));
        for (int i = 0; i < 50; i++) {
            addStep(history, 100_000);
        }
        assertThat(mostNewBytes(name, history)).isLessThan(90_000);
    }

    /// The most bytes that one of 300 requests does not share with the one before, after a first
    /// few.
    private static long mostNewBytes(String name, List<Message> history) {
        Wire wire = wire(name);
        List<Message> messages = new ArrayList<>(history);
        Set<byte[]> before = Collections.newSetFromMap(new IdentityHashMap<>());
        long most = 0;
        for (int i = 0; i < 300; i++) {
            addStep(messages, 2_000);
            RequestBody body =
                    wire.exchange(
                                    new Prompt(
                                            List.of("You are Deft."),
                                            messages,
                                            List.of(),
                                            1_000,
                                            Prompt.Sampling.UNSET))
                            .request();
            long fresh = 0;
            for (byte[] part : body.parts()) {
                fresh += before.contains(part) ? 0 : part.length;
            }
            if (i >= 3) {
                most = Math.max(most, fresh);
            }
            before.clear();
            before.addAll(body.parts());
        }
        return most;
    }

    private static void addStep(List<Message> messages, int chars) {
        String id = "call_" + messages.size();
        messages.add(new Message.Assistant(List.of(new Part.Call(id, "read", "{\"path\":\"a\"}"))));
        messages.add(
                new Message.Results(
                        List.of(new Message.CallResult(id, "x".repeat(chars), List.of(), false))));
    }
}
