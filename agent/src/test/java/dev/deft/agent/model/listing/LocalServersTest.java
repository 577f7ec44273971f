package dev.deft.agent.model.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.config.ConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LocalServersTest {

    private FakeServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private List<LocalServer> find() throws IOException, InterruptedException {
        return find("" + server.port());
    }

    private static List<LocalServer> find(String ports) throws IOException, InterruptedException {
        return LocalServers.from(Map.of("DEFT_LOCAL_PORTS", ports)).find();
    }

    private LocalServer found(String name, ListedModel... models) {
        return new LocalServer(name, server.url() + "/v1", List.of(models));
    }

    private static String list(String owner, String... ids) {
        var items = new StringBuilder();
        for (String id : ids) {
            items.append(items.isEmpty() ? "" : ",")
                    .append(
                            "{\"id\": \"%s\", \"object\": \"model\", \"created\": 1, \"owned_by\": \"%s\"}"
                                    .formatted(id, owner));
        }
        return "{\"object\": \"list\", \"data\": [" + items + "]}";
    }

    private static ListedModel model(String id, int context, int largest) {
        return ListedModel.named(id).withWindow(some(context), some(largest));
    }

    private static OptionalInt some(int count) {
        return count == 0 ? OptionalInt.empty() : OptionalInt.of(count);
    }

    @Test
    void findsOllama() throws Exception {
        server.page("/v1/models", list("library", "qwen3:8b", "gemma3", "own", "nomic-text"))
                .page("/api/version", "{\"version\": \"0.12.0\"}")
                .page("/api/tags", "{\"models\": [{\"name\": \"qwen3:8b\"}]}")
                .page(
                        "/api/ps",
                        "{\"models\": [{\"model\": \"qwen3:8b\", \"context_length\": 8192}]}")
                .answering("/api/show", LocalServersTest::show);
        assertThat(find())
                .containsExactly(
                        found(
                                "Ollama",
                                model("qwen3:8b", 8_192, 40_960),
                                model("gemma3", 0, 40_960).withSuitable(false),
                                model("own", 65_536, 40_960),
                                model("nomic-text", 0, 40_960).withSuitable(false)));
        assertThat(find().getFirst().suitable())
                .extracting(ListedModel::id)
                .containsExactly("qwen3:8b", "own");
    }

    private static String show(String question) {
        String capabilities =
                question.contains("gemma3")
                        ? "\"completion\", \"vision\""
                        : question.contains("nomic")
                                ? "\"embedding\""
                                : "\"completion\", \"tools\"";
        String parameters = question.contains("own") ? "num_ctx   65536\\ntop_k 20" : "";
        return """
        {"capabilities": [%s], "parameters": "%s",
         "model_info": {"general.architecture": "qwen3", "qwen3.context_length": 40960}}
        """
                .formatted(capabilities, parameters);
    }

    @Test
    void findsOllamaWithoutModels() throws Exception {
        server.page("/v1/models", "{\"object\": \"list\", \"data\": null}")
                .page("/api/version", "{\"version\": \"0.12.0\"}")
                .page("/api/tags", "{\"models\": []}");
        assertThat(find()).containsExactly(found("Ollama"));
    }

    @Test
    void findsLmStudio() throws Exception {
        server.page("/v1/models", list("organization_owner", "gpt-oss-20b", "phi", "embed"))
                .page(
                        "/api/v0/models",
                        """
                        {"object": "list", "data": [
                         {"id": "gpt-oss-20b", "object": "model", "type": "llm", "state": "loaded", "max_context_length": 131072, "loaded_context_length": 16384},
                         {"id": "phi", "object": "model", "type": "llm", "state": "not-loaded", "max_context_length": 4096},
                         {"id": "embed", "object": "model", "type": "embeddings", "max_context_length": 2048}]}
                        """);
        assertThat(find())
                .containsExactly(
                        found(
                                "LM Studio",
                                model("gpt-oss-20b", 16_384, 131_072),
                                model("phi", 0, 4_096),
                                model("embed", 0, 2_048).withSuitable(false)));
    }

    @Test
    void findsVllm() throws Exception {
        server.page(
                "/v1/models",
                """
                {"object": "list", "data": [{"id": "Qwen/Qwen3-8B", "object": "model", "owned_by": "vllm", "max_model_len": 40960}]}
                """);
        assertThat(find()).containsExactly(found("vLLM", model("Qwen/Qwen3-8B", 40_960, 0)));
    }

    @Test
    void findsLlamaCppWithTheWindowItRunsWith() throws Exception {
        server.page(
                        "/v1/models",
                        """
                        {"object": "list", "data": [{"id": "m.gguf", "object": "model", "owned_by": "llamacpp", "meta": {"n_ctx_train": 131072}}]}
                        """)
                .page("/props", "{\"default_generation_settings\": {\"n_ctx\": 4096}}");
        assertThat(find()).containsExactly(found("llama.cpp", model("m.gguf", 4_096, 131_072)));
    }

    @Test
    void findsServersItDoesNotKnow() throws Exception {
        server.page("/v1/models", list("someone", "m"));
        assertThat(find())
                .containsExactly(found("OpenAI-compatible server", ListedModel.named("m")));
    }

    @Test
    void takesNoOtherProgramForAModelServer() throws Exception {
        for (String page :
                List.of(
                        "<html>My app</html>",
                        "{\"status\": \"ok\"}",
                        "[]",
                        "{\"data\": [{\"id\": \"golf\", \"maker\": \"vw\"}]}",
                        "{\"object\": \"list\", \"data\": [{\"id\": \"golf\", \"object\":"
                                + " \"car\"}]}",
                        "{\"object\": \"list\"}",
                        "garbage")) {
            server.page("/v1/models", page);
            assertThat(find()).as(page).isEmpty();
        }
        server.page("/v1/models", 401, list("x", "m"));
        assertThat(find()).isEmpty();
    }

    @Test
    void sendsNoKey() throws Exception {
        server.page("/v1/models", list("someone", "m"));
        assertThat(find()).hasSize(1);
        assertThat(server.seen())
                .allSatisfy(it ->
                        assertThat(it.headers()).doesNotContainKeys("authorization", "x-api-key"));
    }

    @Test
    void leavesOutNamesThatCannotBeShown() throws Exception {
        server.page("/v1/models", list("someone", "good", "\\u001b]0;title\\u0007"));
        assertThat(find().getFirst().models()).containsExactly(ListedModel.named("good"));
    }

    @Test
    void looksPastAServerThatNeverAnswers() throws Exception {
        server.page("/v1/models", list("someone", "m"));
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertThat(find(silent.getLocalPort() + "," + server.port()))
                    .extracting(LocalServer::baseUrl)
                    .containsExactly(server.url() + "/v1");
        }
    }

    @Test
    void findsNothingWhereNothingListens() throws Exception {
        int port = server.port();
        server.close();
        assertThat(find("" + port)).isEmpty();
        assertThat(find("none")).isEmpty();
    }

    @Test
    void rejectsPortsThatAreNone() {
        for (String it : List.of("0", "65536", "x", "80,", "-1", "11434 1234")) {
            assertThatThrownBy(() -> find(it))
                    .as(it)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageStartingWith("DEFT_LOCAL_PORTS must be");
        }
    }

    @Test
    void knowsItsAddressInEverySpelling() {
        var local = new LocalServer("Ollama", "http://127.0.0.1:11434/v1", List.of());
        for (String it :
                List.of(
                        "http://localhost:11434/v1",
                        "http://LOCALHOST:11434/v1/",
                        "http://[::1]:11434/v1",
                        "http://127.0.0.1:11434/v1")) {
            assertThat(local.isAt(it)).as(it).isTrue();
        }
        assertThat(local.isAt("http://localhost:11435/v1")).isFalse();
        assertThat(local.isAt("http://localhost.example:11434/v1")).isFalse();
    }
}
