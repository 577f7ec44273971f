package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `web_fetch` and `web_search` through the whole program: settings, rules, the real network, and
/// servers on loopback.
class WebToolsTest {

    private static final String PHRASE = "s3cr3t-key-of-the-user";

    private static final String PAGE =
            "<title>Tea</title><nav>Menu</nav><h1>Tea</h1><p>A <a href=\"/x\">drink</a>.</p>"
                    + "<script>alert(1)</script>";

    private static final String FOUND =
            "{\"results\": [{\"title\": \"A\", \"url\": \"https://a.example/\", \"content\": \"about tea\"},"
                    + "{\"title\": \"B\", \"url\": \"https://b.example/\", \"content\": \"more\"}]}";

    @TempDir private Path root;

    private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(
                "%s %s %s %s"
                        .formatted(
                                exchange.getRequestMethod(),
                                exchange.getRequestURI(),
                                exchange.getRequestHeaders().getFirst("User-Agent"),
                                exchange.getRequestHeaders().getFirst("Accept")));
        switch (path) {
            case "/page" -> send(exchange, 200, "text/html; charset=utf-8", PAGE);
            case "/gone" -> send(exchange, 404, "text/html", "<h1>Gone</h1>");
            case "/json" -> send(exchange, 200, "application/json", "{\"a\":1}");
            case "/text" -> send(exchange, 200, "text/plain", "a  b\n");
            case "/long" -> send(exchange, 200, "text/plain", "x".repeat(30_000));
            case "/search" -> send(exchange, 200, "application/json", FOUND);
            default -> send(exchange, 500, "text/plain", "?");
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String body)
            throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private String url(String path) {
        return "http://" + host() + path;
    }

    private String policy() throws IOException {
        return Files.writeString(
                        root.resolve("policy.json"),
                        """
                        {"requires": {"net": {"hosts": ["%1$s"]}},
                         "rules": [{"permission": "net.fetch", "pattern": "%1$s", "action": "allow"}]}
                        """
                                .formatted(host()))
                .toString();
    }

    private Json.Obj call(Map<String, String> environment, String... words) throws Exception {
        String[] all = new String[words.length + 3];
        all[0] = "call";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--policy";
        all[words.length + 2] = policy();
        return JsonText.parseObject(DeftRun.in(root, environment, "", all).out());
    }

    private Json.Obj fetch(String path, String... more) throws Exception {
        String[] words = new String[more.length + 2];
        words[0] = "web_fetch";
        words[1] = "{\"url\":\"%s\"}".formatted(url(path));
        System.arraycopy(more, 0, words, 2, more.length);
        return call(Map.of(), words);
    }

    private static Json.Obj without(Json.Obj envelope) {
        return (Json.Obj) envelope.find("data").orElseThrow();
    }

    @Test
    void fetchesAPage() throws Exception {
        assertThat(without(fetch("/page")))
                .isEqualTo(
                        JsonText.parseObject(
                                """
                                {"url": "%s", "status": 200, "content_type": "text/html",
                                 "text": "# Tea\\n\\nA [drink](%s)."}
                                """
                                        .formatted(url("/page"), url("/x"))));
        assertThat(requests).singleElement().asString().contains(" Deft").contains("text/markdown");
    }

    @Test
    void fetchesAPageThatIsGone() throws Exception {
        assertThat(without(fetch("/gone")).find("status")).contains(Json.Num.of(404));
    }

    @Test
    void saysWhatToDoAboutARefusedConnection() throws Exception {
        int free;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        String host = "127.0.0.1:" + free;
        Path policy =
                Files.writeString(
                        root.resolve("p.json"),
                        "{\"requires\": {\"net\": {\"hosts\": [\"%1$s\"]}}, \"rules\": [{\"permission\": \"*\", \"pattern\": \"**\", \"action\": \"allow\"}]}"
                                .formatted(host));
        DeftRun run =
                DeftRun.in(
                        root,
                        "",
                        "call",
                        "web_fetch",
                        "{\"url\":\"http://%s/\"}".formatted(host),
                        "--policy",
                        policy.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("\"type\":\"error\"").contains(host);
    }

    @Test
    void reachesNothingThatIsNotGranted() throws Exception {
        DeftRun run =
                DeftRun.in(
                        root, "", "call", "web_fetch", "{\"url\":\"%s\"}".formatted(url("/page")));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("must be granted itself");
        assertThat(requests).isEmpty();
    }

    @Test
    void hasTheShapeOfAegis() throws Exception {
        assertThat(fetch("/page", "--dialect", "aegis"))
                .isEqualTo(
                        JsonText.parseObject(
                                """
                                {"url": "%s", "status": 200, "content_type": "text/html",
                                 "text": "# Tea\\n\\nA [drink](%s).", "raw": %s, "truncated": false}
                                """
                                        .formatted(
                                                url("/page"),
                                                url("/x"),
                                                JsonText.write(new Json.Str(PAGE)))));
        assertThat(fetch("/json", "--dialect", "aegis"))
                .isEqualTo(
                        JsonText.parseObject(
                                """
                                {"url": "%s", "status": 200, "content_type": "application/json",
                                 "text": "{\\"a\\":1}", "truncated": false}
                                """
                                        .formatted(url("/json"))));
        Json.Obj cut = fetch("/long", "--dialect", "aegis");
        assertThat(cut.text("text").orElseThrow()).hasSize(10_240);
        assertThat(cut.find("truncated")).contains(new Json.Bool(true));
    }

    @Test
    void hasTheShapeOfOpencode() throws Exception {
        for (String format : List.of("markdown", "text", "html")) {
            Json.Obj result =
                    call(
                            Map.of(),
                            "webfetch",
                            "{\"url\":\"%s\",\"format\":\"%s\",\"timeout\":2.5}"
                                    .formatted(url("/page"), format),
                            "--dialect",
                            "opencode");
            assertThat(result.fields().keySet()).containsExactly("title", "metadata", "output");
            assertThat(result.text("title")).contains("Fetched " + url("/page") + ", status 200");
            String shown =
                    switch (format) {
                        case "markdown" -> "# Tea\n\nA [drink](" + url("/x") + ").";
                        case "text" -> "Tea\n\nA drink.";
                        default -> PAGE;
                    };
            assertThat(result.text("output").orElseThrow()).contains("\n" + shown + "\n");
        }
        assertThat(requests)
                .extracting(it -> it.substring(it.lastIndexOf(") ") + 2).split(",", -1)[0])
                .containsExactly("text/markdown", "text/plain", "text/html");
    }

    private Map<String, String> searching(String more) throws IOException {
        Path config = Files.createDirectories(root.resolve(".home/config"));
        Files.writeString(
                config.resolve("agent.json"),
                """
                {"web_search": {"providers": {"tavily": {"base_url": "http://%s", "api_key": "${MY_API_KEY}"}}%s}}
                """
                        .formatted(host(), more));
        return Map.of("MY_API_KEY", PHRASE);
    }

    @Test
    void searchesWithTheServiceOfTheSettings() throws Exception {
        assertThat(
                        without(
                                call(
                                        searching(""),
                                        "web_search",
                                        "{\"query\":\"tea\",\"max_results\":1}")))
                .isEqualTo(
                        JsonText.parseObject(
                                """
                                {"results": [{"title": "A", "url": "https://a.example/", "snippet": "about tea"}]}
                                """));
        assertThat(requests).singleElement().asString().startsWith("POST /search Deft");
    }

    @Test
    void explainsWhichHostASearchReaches() throws Exception {
        DeftRun run =
                DeftRun.in(
                        root,
                        searching(""),
                        "",
                        "policy",
                        "explain",
                        "web_search",
                        "{\"query\":\"tea\"}",
                        "--policy",
                        policy());
        assertThat(run.out()).contains("net.fetch").contains(host());
        assertThat(requests).isEmpty();
    }

    @Test
    void countsSearchesAcrossRestartsOfASession() throws Exception {
        Map<String, String> environment = searching(", \"calls\": 2");
        for (int i = 0; i < 2; i++) {
            call(environment, "web_search", "{\"query\":\"tea\"}", "--session", "s");
        }
        assertThat(
                        JsonText.write(
                                call(
                                        environment,
                                        "web_search",
                                        "{\"query\":\"tea\"}",
                                        "--session",
                                        "s")))
                .contains("\"code\":\"limit_reached\"");
        assertThat(requests).hasSize(2);
    }

    @Test
    void keepsTheKeyOutOfEverything() throws Exception {
        Map<String, String> environment = searching("");
        call(environment, "web_search", "{\"query\":\"tea\"}", "--session", "s");
        String shown =
                DeftRun.in(root, environment, "", "config", "show").out()
                        + DeftRun.in(root, environment, "", "doctor").out()
                        + Files.readString(root.resolve(".deft/sessions/s.jsonl"));
        assertThat(shown).doesNotContain(PHRASE).contains("MY_API_KEY");
    }

    @Test
    void readsConfigYmlInPegasus() throws Exception {
        Map<String, String> environment = searching("");
        Files.writeString(
                root.resolve("config.yml"),
                "tools:\n  webSearch:\n    provider: tavily\n    apiKey: \"${WEB_SEARCH_API_KEY}\"\n    maxResults: 1\n");
        Json.Obj missing =
                call(environment, "web_search", "{\"query\":\"tea\"}", "--dialect", "pegasus");
        assertThat(missing.text("error").orElseThrow()).contains("WEB_SEARCH_API_KEY is not set");
        Json.Obj result =
                call(
                        Map.of("WEB_SEARCH_API_KEY", PHRASE),
                        "web_search",
                        "{\"query\":\"tea\",\"limit\":5}",
                        "--dialect",
                        "pegasus");
        assertThat(result.find("result"))
                .contains(
                        JsonText.parseObject(
                                """
                                {"results": [{"title": "A", "url": "https://a.example/", "snippet": "about tea"}]}
                                """));
    }

    @Test
    void refusesBingWithTheReason() throws Exception {
        Files.writeString(root.resolve("config.yml"), "tools:\n  webSearch:\n    provider: bing\n");
        DeftRun run = DeftRun.in(root, "", "call", "current_time", "{}", "--dialect", "pegasus");
        assertThat(run.code()).isNotZero();
        assertThat(run.err())
                .contains("config.yml, line 3")
                .contains("the search service of Bing ended");
    }

    @Test
    void doesNotTakeAServiceFromAnUntrustedWorkspace() throws Exception {
        Files.createDirectories(root.resolve(".deft"));
        Files.writeString(
                root.resolve(".deft/agent.json"),
                "{\"web_search\": {\"providers\": {\"searxng\": {\"base_url\": \"http://%s\"}}}}"
                        .formatted(host()));
        assertThat(JsonText.write(call(Map.of(), "web_search", "{\"query\":\"tea\"}")))
                .contains("web_search is ignored, since the workspace is not trusted");
        assertThat(requests).isEmpty();
    }

    @Test
    void saysHowToConfigureASearch() throws Exception {
        DeftRun run = DeftRun.in(root, "", "call", "web_search", "{\"query\":\"tea\"}");
        assertThat(run.out())
                .contains("\"code\":\"unavailable\"")
                .contains("No search service is configured");
    }
}
