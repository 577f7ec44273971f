package dev.deft.app.cli.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.cli.DeftRun;
import dev.deft.app.terminal.Screen;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsCommandTest {

    private static final String KEY = "sk-" + "not-to-be-seen-0123456789abcdef";
    private static final String LOCAL =
            """
            {"object": "list", "data": [{"id": "qwen3:8b", "object": "model", "owned_by": "vllm", "max_model_len": 40960}]}
            """;

    @TempDir Path root;

    private ModelServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ModelServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private DeftRun models(Map<String, String> variables, String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "models";
        System.arraycopy(words, 0, all, 1, words.length);
        return DeftRun.in(root, variables, "", all);
    }

    private Map<String, String> openAi() {
        return Map.of("OPENAI_BASE_URL", server.url() + "/v1", "OPENAI_API_KEY", KEY);
    }

    private Map<String, String> withLocal(String... more) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("DEFT_LOCAL_PORTS", "" + server.port());
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    private static Json.Obj json(DeftRun run) throws JsonSyntaxException {
        return JsonText.parseObject(run.out());
    }

    /// The words of each line, however wide the columns are.
    private static List<String> lines(DeftRun run) {
        return run.out().lines().map(it -> it.replaceAll(" +", " ").strip()).toList();
    }

    @Test
    void listsWhatAKeyGivesAccessTo() {
        server.page(
                "/v1/models",
                """
                {"data": [{"id": "gpt-5.1"}, {"id": "own", "context_length": 32768, "pricing": {"prompt": "0.000001", "completion": "0.000002"}},
                 {"id": "whisper-1"}]}
                """);
        DeftRun run = models(openAi());
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(lines(run))
                .startsWith("model context output in/out $ cache r/w $ from used by")
                .contains(
                        "* openai/gpt-5.1 400k 128k 1.25 / 10 0.125 / 1.25 table build",
                        "openai/own 32k 8k 1 / 2 1 / 1 service, default, service",
                        "1 that cannot chat or call tools are left out; --all shows them.")
                .noneMatch(it -> it.contains("whisper"));
        assertThat(run.out()).contains("The built-in table has windows of 20");
        assertThat(server.keys()).containsOnly("Bearer " + KEY);
        assertThat(models(openAi(), "--all").out()).contains("openai/whisper-1");
    }

    @Test
    void writesTheListForPrograms() throws JsonSyntaxException {
        server.page("/v1/models", "{\"data\": [{\"id\": \"own\", \"context_length\": 32768}]}");
        DeftRun run = models(openAi(), "list", "OWN", "--json");
        assertThat(run.code()).isZero();
        Json.Obj out = json(run);
        assertThat(out.find("models"))
                .contains(
                        JsonText.parse(
                                """
                                [{"model": "openai/own", "context": {"tokens": 32768, "from": "service"},
                                  "max_output": {"tokens": 8192, "from": "default"}, "suitable": true, "used_by": []}]
                                """));
        assertThat(out.find("providers"))
                .contains(
                        JsonText.parse(
                                """
                                [{"name": "openai", "base_url": "%s/v1", "status": "ok", "models": 1, "unusable": 0}]
                                """
                                        .formatted(server.url())));
        assertThat(out.find("local")).contains(JsonText.parse("[]"));
    }

    @Test
    void showsOthersWhenOneProviderFails() throws IOException {
        server.page("/v1/models", "{\"data\": [{\"id\": \"claude-a\"}]}");
        try (var broken =
                new ModelServer()
                        .refusing(
                                401, "{\"error\": {\"message\": \"bad key %s\"}}".formatted(KEY))) {
            Map<String, String> both =
                    Map.of(
                            "ANTHROPIC_BASE_URL",
                            server.url(),
                            "ANTHROPIC_API_KEY",
                            KEY,
                            "OPENAI_BASE_URL",
                            broken.url() + "/v1",
                            "OPENAI_API_KEY",
                            KEY);
            DeftRun run = models(both);
            assertThat(run.code()).isZero();
            assertThat(run.out()).contains("anthropic/claude-a");
            assertThat(run.err())
                    .isEqualTo(
                            "deft: openai refused the key (401: bad key ***). Check"
                                    + " OPENAI_API_KEY.\n");
            DeftRun json = models(both, "--json");
            assertThat(json.out()).contains("refused the key").doesNotContain(KEY);
            assertThat(json.err()).doesNotContain(KEY);
        }
    }

    @Test
    void failsWhenNothingCouldBeListed() {
        server.refusing(500, "{}");
        DeftRun run = models(openAi());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("deft: openai gave no answer (500");
    }

    @Test
    void saysWhichHeaderLacksItsVariable() throws IOException {
        server.page("/v1/models", "{\"data\": [{\"id\": \"own\"}]}");
        Path file = root.resolve(".home/config/agent.json");
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                """
                {"providers": {"anthropic": {"base_url": "http://127.0.0.1:9", "headers": {"x-team": "${TEAM_TOKEN}"}}}}
                """);
        DeftRun run = models(openAi());
        assertThat(run.err()).contains("providers.anthropic.headers.x-team").contains("TEAM_TOKEN");
        assertThat(run.out()).contains("openai/own");
        assertThat(run.code()).isZero();
    }

    @Test
    void explainsWhatToDoWithoutAKey() {
        DeftRun run = models(Map.of());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .contains("export ANTHROPIC_API_KEY=", "export OPENAI_API_KEY=", "deft demo");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void offersAServerOnThisMachineWithACommandThatWorks() throws Exception {
        server.page("/v1/models", LOCAL);
        DeftRun run = models(withLocal());
        assertThat(run.code()).isZero();
        assertThat(lines(run))
                .contains("openai/qwen3:8b 40k 16k ? service, table")
                .contains("vLLM runs at %s/v1 with a model. To use it:".formatted(server.url()));
        String offered =
                run.out().lines().filter(it -> it.contains("deft run")).findFirst().orElseThrow();
        DeftRun answered = typed(offered);
        assertThat(answered.out()).contains("I run here.");
        assertThat(answered.code()).isZero();
        assertThat(server.keys()).isEmpty();
    }

    /// Runs a command line as it was printed, variables first.
    private DeftRun typed(String line) {
        Map<String, String> variables = new LinkedHashMap<>();
        String[] words = line.strip().split(" ", -1);
        int i = 0;
        for (; words[i].contains("="); i++) {
            String[] pair = words[i].split("=", 2);
            variables.put(pair[0], pair[1]);
        }
        assertThat(words[i]).isEqualTo("deft");
        return DeftRun.in(root, variables, "", Arrays.copyOfRange(words, i + 1, words.length));
    }

    @Test
    void keepsAKeyFromTheServerOnThisMachine() throws IOException {
        server.page("/v1/models", LOCAL);
        try (var provider =
                new ModelServer().page("/v1/models", "{\"data\": [{\"id\": \"own\"}]}")) {
            DeftRun run =
                    models(
                            withLocal(
                                    "OPENAI_BASE_URL",
                                    provider.url() + "/v1",
                                    "OPENAI_API_KEY",
                                    KEY));
            assertThat(run.out())
                    .contains("openai/own")
                    .contains(
                            "  OPENAI_API_KEY= OPENAI_BASE_URL=%s/v1 deft run"
                                    .formatted(server.url()));
            assertThat(server.keys()).isEmpty();
        }
    }

    @Test
    void listsAConfiguredServerOnThisMachineOnce() {
        server.page("/v1/models", LOCAL);
        DeftRun run =
                models(
                        withLocal(
                                "OPENAI_BASE_URL",
                                "http://localhost:%d/v1".formatted(server.port())));
        assertThat(run.out()).containsOnlyOnce("openai/qwen3:8b").doesNotContain("runs at");
    }

    @Test
    void quotesNamesThatAShellWouldRead() {
        server.page(
                "/v1/models",
                """
                {"object": "list", "data": [{"id": "$(reboot) it's", "object": "model", "owned_by": "vllm"}]}
                """);
        assertThat(models(withLocal()).out())
                .contains("--model 'openai/$(reboot) it'\\''s' \"PROMPT\"");
    }

    @Test
    void tellsARunWithoutAKeyWhatRunsHere() {
        server.page("/v1/models", LOCAL);
        DeftRun run = DeftRun.in(root, withLocal(), "", "run", "hello");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("deft: no model and no API key is set")
                .contains(
                        "  OPENAI_BASE_URL=%s/v1 deft run --model openai/qwen3:8b \"PROMPT\"\n"
                                .formatted(server.url()))
                .contains("deft demo");
        DeftRun named = DeftRun.in(root, withLocal(), "", "run", "-m", "openai/gpt-5.1", "hello");
        assertThat(named.code()).isEqualTo(1);
        assertThat(named.err())
                .startsWith("deft: openai/gpt-5.1 needs a key: set OPENAI_API_KEY")
                .contains("openai/qwen3:8b");
        DeftRun json = DeftRun.in(root, withLocal(), "", "run", "hello", "--output", "json");
        assertThat(json.out()).contains("no model and no API key is set").hasLineCount(1);
        assertThat(json.err()).hasLineCount(1);
    }

    @Test
    void showsDoctorWhatRunsHere() {
        server.page("/v1/models", LOCAL);
        assertThat(DeftRun.in(root, withLocal(), "", "doctor").out())
                .contains("vLLM at %s/v1 (1 model;".formatted(server.url()));
    }

    @Test
    void rejectsPortsThatAreNone() {
        DeftRun run = models(Map.of("DEFT_LOCAL_PORTS", "all"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("deft: DEFT_LOCAL_PORTS must be port numbers");
    }

    @Test
    void asksNobodyOffline() {
        DeftRun run = models(openAi(), "--offline", "gpt-5*");
        assertThat(run.code()).isZero();
        assertThat(lines(run))
                .contains("* openai/gpt-5.1 400k 128k 1.25 / 10 0.125 / 1.25 table build")
                .noneMatch(it -> it.contains("claude"));
        assertThat(server.keys()).isEmpty();
    }

    @Test
    void remembersForRunsWhatAServerSaid() {
        server.page(
                "/v1/models",
                """
                {"data": [{"id": "own", "context_length": 32768, "pricing": {"prompt": "0.000001", "completion": "0.000002"}}]}
                """);
        String[] run = {"run", "-m", "openai/own", "--budget", "1", "hello"};
        assertThat(DeftRun.in(root, openAi(), "", run).err())
                .contains("--budget needs the price of the model");
        assertThat(models(openAi()).code()).isZero();
        assertThat(lines(models(openAi(), "own", "--offline")))
                .contains("openai/own 32k 8k 1 / 2 1 / 1 service, default, service");
        assertThat(DeftRun.in(root, openAi(), "", run).out()).contains("I run here.");
    }

    @Test
    void saysThatNoModelMatches() {
        server.page("/v1/models", "{\"data\": [{\"id\": \"own\"}]}");
        DeftRun run = models(openAi(), "nothing*like*this");
        assertThat(run.err()).isEqualTo("deft: no model matches nothing*like*this\n");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void fitsTheScreen() {
        server.page(
                "/v1/models",
                "{\"data\": [{\"id\": \"%s\", \"context_length\": 5000}]}"
                        .formatted("x".repeat(150)));
        String out =
                DeftRun.on(
                                Screen.LINES,
                                root,
                                Map.of(
                                        "OPENAI_BASE_URL",
                                        server.url() + "/v1",
                                        "OPENAI_API_KEY",
                                        KEY,
                                        "COLUMNS",
                                        "80"),
                                "",
                                "models")
                        .out();
        assertThat(out.lines()).allMatch(it -> it.length() <= 80, "at most 80 columns");
    }
}
