package dev.deft.agent.model.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.config.Price;
import dev.deft.agent.model.ModelSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProviderListsTest {

    private static final String KEY = "sk-" + "not-to-be-seen-0123456789abcdef";

    private FakeServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static ModelSettings provider(String wire, String url) {
        return new ModelSettings(
                wire,
                "",
                url,
                Optional.of(KEY),
                wire.equals("anthropic") ? ModelSettings.Auth.API_KEY : ModelSettings.Auth.BEARER,
                "",
                Map.of("x-tenant", "secret-tenant-name"),
                ModelSettings.Retries.DEFAULT,
                ModelSettings.Route.DIRECT);
    }

    private ProviderList anthropic() throws InterruptedException {
        return ask(Duration.ofSeconds(20), provider("anthropic", server.url())).getFirst();
    }

    private ProviderList openAi() throws InterruptedException {
        return ask(Duration.ofSeconds(20), provider("openai", server.url() + "/v1")).getFirst();
    }

    private static List<ProviderList> ask(Duration time, ModelSettings... providers)
            throws InterruptedException {
        return new ProviderLists(time).ask(List.of(providers));
    }

    private static List<ListedModel> models(ProviderList list) {
        assertThat(list).isInstanceOf(ProviderList.Listed.class);
        return ((ProviderList.Listed) list).models();
    }

    private static String failure(ProviderList list) {
        assertThat(list).isInstanceOf(ProviderList.Failed.class);
        return ((ProviderList.Failed) list).message();
    }

    @Test
    void readsEveryPageOfAnthropic() throws Exception {
        server.page(
                        "/v1/models?limit=1000",
                        """
                        {"data": [{"type": "model", "id": "claude-a", "max_input_tokens": 1000000, "max_tokens": 128000}],
                         "has_more": true, "first_id": "claude-a", "last_id": "claude a&b"}
                        """)
                .page(
                        "/v1/models?limit=1000&after_id=claude+a%26b",
                        """
                        {"data": [{"type": "model", "id": "claude-b"}], "has_more": false, "last_id": "claude-b"}
                        """);
        assertThat(models(anthropic()))
                .containsExactly(
                        new ListedModel(
                                "claude-a",
                                OptionalInt.of(1_000_000),
                                OptionalInt.empty(),
                                OptionalInt.of(128_000),
                                Optional.empty(),
                                true),
                        ListedModel.named("claude-b"));
        assertThat(server.seen())
                .allSatisfy(it -> {
                    assertThat(it.headers()).containsEntry("x-api-key", KEY);
                    assertThat(it.headers()).containsEntry("anthropic-version", "2023-06-01");
                    assertThat(it.headers()).containsEntry("x-tenant", "secret-tenant-name");
                });
    }

    @Test
    void asksNoFurtherWhenPagesRepeat() throws Exception {
        server.page(
                "/v1/models",
                """
                {"data": [{"id": "claude-a"}], "has_more": true, "last_id": "claude-a"}
                """);
        assertThat(models(anthropic())).hasSize(2);
        assertThat(server.seen()).hasSize(2);
    }

    @Test
    void readsWhatOpenRouterAdds() throws Exception {
        server.page(
                "/v1/models",
                """
                {"data": [
                  {"id": "qwen/qwen3-coder", "context_length": 262144,
                   "architecture": {"output_modalities": ["text"]},
                   "pricing": {"prompt": "0.0000002", "completion": "0.0000008", "input_cache_read": "0.00000002"},
                   "top_provider": {"context_length": 262144, "max_completion_tokens": 65536},
                   "supported_parameters": ["temperature", "tools"]},
                  {"id": "painter", "context_length": 4096, "architecture": {"output_modalities": ["image"]}},
                  {"id": "talker", "context_length": 4096, "supported_parameters": ["temperature"]},
                  {"id": "openrouter/auto", "context_length": 2000000, "pricing": {"prompt": "-1", "completion": "-1"}}]}
                """);
        assertThat(models(openAi()))
                .containsExactly(
                        new ListedModel(
                                "qwen/qwen3-coder",
                                OptionalInt.of(262_144),
                                OptionalInt.empty(),
                                OptionalInt.of(65_536),
                                Optional.of(new Price(0.2, 0.8, 0.02, 0.2)),
                                true),
                        windowed("painter", 4_096).withSuitable(false),
                        windowed("talker", 4_096).withSuitable(false),
                        windowed("openrouter/auto", 2_000_000));
        assertThat(server.seen().getFirst().headers())
                .containsEntry("Authorization", "Bearer " + KEY);
    }

    private static ListedModel windowed(String id, int context) {
        return ListedModel.named(id).withWindow(OptionalInt.of(context), OptionalInt.empty());
    }

    @Test
    void readsTheFormsOfOtherProviders() throws Exception {
        server.page(
                "/v1/models",
                """
                [{"id": "together", "type": "chat", "context_length": 131072, "pricing": {"input": 0.88, "output": 0.9}},
                 {"id": "groq", "context_window": 131072, "max_completion_tokens": 32768},
                 {"id": "mistral", "max_context_length": 32768, "capabilities": {"completion_chat": true, "function_calling": true}},
                 {"id": "mistral-embed", "max_context_length": 8192, "capabilities": {"completion_chat": false}},
                 {"id": "vllm", "max_model_len": 40960},
                 {"id": "llama.gguf", "meta": {"n_ctx_train": 131072}},
                 {"id": "nonsense", "context_length": -5, "max_completion_tokens": 1e300, "pricing": "free"}]
                """);
        assertThat(models(openAi()))
                .containsExactly(
                        new ListedModel(
                                "together",
                                OptionalInt.of(131_072),
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                Optional.of(new Price(0.88, 0.9, 0.88, 0.88)),
                                true),
                        new ListedModel(
                                "groq",
                                OptionalInt.of(131_072),
                                OptionalInt.empty(),
                                OptionalInt.of(32_768),
                                Optional.empty(),
                                true),
                        windowed("mistral", 32_768),
                        windowed("mistral-embed", 8_192).withSuitable(false),
                        windowed("vllm", 40_960),
                        ListedModel.named("llama.gguf")
                                .withWindow(OptionalInt.empty(), OptionalInt.of(131_072)),
                        ListedModel.named("nonsense"));
    }

    @Test
    void knowsWhichModelsOfOpenAiDoNotChat() throws Exception {
        server.page(
                "/v1/models",
                """
                {"object": "list", "data": [{"id": "gpt-5.1"}, {"id": "o3"}, {"id": "whisper-1"},
                 {"id": "text-embedding-3-small"}, {"id": "gpt-4o-mini-transcribe"}, {"id": "dall-e-3"}]}
                """);
        assertThat(models(openAi()).stream().filter(ListedModel::suitable).map(ListedModel::id))
                .containsExactly("gpt-5.1", "o3");
    }

    @Test
    void leavesOutNamesThatCannotBeShown() throws Exception {
        server.page(
                "/v1/models",
                """
                {"data": [{"id": "good"}, {"id": "red\\u001b[31m"}, {"id": "a\\nb"}, {"id": "back\\u202ewards"},
                 {"id": ""}, {"id": 7}, {"name": "none"}, "text", null, {"id": "%s"}]}
                """
                        .formatted("x".repeat(201)));
        assertThat(openAi())
                .isEqualTo(
                        new ProviderList.Listed(
                                "openai",
                                server.url() + "/v1",
                                List.of(ListedModel.named("good")),
                                9));
    }

    @Test
    void readsTenThousandModels() throws Exception {
        server.page(
                "/v1/models",
                IntStream.range(0, 10_000)
                        .mapToObj(it ->
                                "{\"id\": \"model-%d\", \"object\": \"model\", \"description\": \"%s\"}"
                                        .formatted(it, "x".repeat(300)))
                        .collect(Collectors.joining(",", "{\"data\": [", "]}")));
        assertThat(models(openAi())).hasSize(10_000);
    }

    @Test
    void saysWhatToDoAboutARefusedKey() throws Exception {
        server.page(
                "/v1/models",
                401,
                """
                {"error": {"message": "Incorrect API key provided: %s for secret-tenant-name", "code": "invalid_api_key"}}
                """
                        .formatted(KEY));
        assertThat(failure(openAi()))
                .isEqualTo(
                        "openai refused the key (401: Incorrect API key provided: *** for ***)."
                                + " Check OPENAI_API_KEY.");
    }

    @Test
    void saysWhatToDoWithoutTryingAgain() throws Exception {
        server.page("/v1/models", 429, "{\"error\": {\"message\": \"slow down\"}}");
        assertThat(failure(openAi()))
                .isEqualTo("openai gave no answer (429: slow down). Try again later.");
        assertThat(server.seen()).hasSize(1);
    }

    @Test
    void saysThatThereIsNoList() throws Exception {
        String address = server.url() + "/v1/models";
        String noList =
                "openai has no list of models at %s. Check the base URL.".formatted(address);
        assertThat(failure(openAi())).isEqualTo(noList);
        server.page("/v1/models", "<html>Welcome</html>");
        assertThat(failure(openAi())).isEqualTo(noList);
        server.page("/v1/models", "{\"data\": [{\"id\": \"cut");
        assertThat(failure(openAi())).isEqualTo(noList);
    }

    @Test
    void takesNoKeyElsewhere() throws Exception {
        try (var elsewhere =
                new FakeServer().page("/v1/models", "{\"data\": [{\"id\": \"trap\"}]}")) {
            server.page(
                    "/v1/models",
                    (exchange, _) -> {
                        exchange.getResponseHeaders()
                                .set("Location", elsewhere.url() + "/v1/models");
                        FakeServer.send(exchange, 307, "");
                    });
            assertThat(failure(openAi()))
                    .isEqualTo(
                            "openai redirects %s/v1/models elsewhere (307), which Deft does not follow. Check the base URL."
                                    .formatted(server.url()));
            assertThat(elsewhere.seen()).isEmpty();
        }
    }

    @Test
    void readsNoEndlessList() throws Exception {
        server.page(
                "/v1/models",
                (exchange, _) -> {
                    exchange.sendResponseHeaders(200, 0);
                    byte[] piece = "[".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
                    try (OutputStream out = exchange.getResponseBody()) {
                        while (true) {
                            out.write(piece);
                        }
                    }
                });
        assertThat(failure(openAi()))
                .isEqualTo(
                        "openai sent more than 16 MB from %s/v1/models. Check the base URL."
                                .formatted(server.url()));
    }

    @Test
    void waitsForASlowProviderOnlyForABoundedTime() throws Exception {
        var never = new CountDownLatch(1);
        try (var quick =
                new FakeServer().page("/v1/models", "{\"data\": [{\"id\": \"claude-a\"}]}")) {
            server.page(
                    "/v1/models",
                    (exchange, _) -> {
                        exchange.sendResponseHeaders(200, 0);
                        exchange.getResponseBody().write('[');
                        exchange.getResponseBody().flush();
                        try {
                            never.await();
                        } catch (InterruptedException _) {
                            Thread.currentThread().interrupt();
                        }
                    });
            List<ProviderList> answers =
                    ask(
                            Duration.ofSeconds(1),
                            provider("openai", server.url() + "/v1"),
                            provider("anthropic", quick.url()));
            assertThat(failure(answers.getFirst())).startsWith("openai ").contains("1 s");
            assertThat(models(answers.getLast())).containsExactly(ListedModel.named("claude-a"));
        }
    }

    @Test
    void saysThatNobodyIsThere() throws Exception {
        int port = server.port();
        server.close();
        assertThat(failure(openAi()))
                .isEqualTo(
                        "openai could not be reached at http://127.0.0.1:%d/v1/models: the connection was refused. Check the network and the base URL."
                                .formatted(port));
    }
}
