package dev.deft.engine.network;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.policy.PolicyFile;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests of sessions to real servers on loopback, through gates, rules and redirects.
class HttpToolsTest {

    @TempDir Path directory;

    private final List<String> requests = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
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
                exchange.getRequestMethod()
                        + " "
                        + exchange.getRequestURI()
                        + " "
                        + new String(
                                exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        byte[] body =
                switch (path) {
                    case "/bytes" -> new byte[] {0, 1, (byte) 0xff};
                    case "/long" -> "x".repeat(300_000).getBytes(StandardCharsets.UTF_8);
                    default -> "hello".getBytes(StandardCharsets.UTF_8);
                };
        int status = path.equals("/missing") ? 404 : 200;
        if (path.startsWith("/to/")) {
            exchange.getResponseHeaders().set("Location", path.substring("/to/".length()));
            status = 302;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.getResponseHeaders().set("X-Escape", "a");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    private static AgentSpec under(String policy) throws IOException {
        return AgentSpec.standard()
                .policy(PolicyFile.read(JsonText.parseObject(policy.replace('\'', '"'))));
    }

    /// Everything is allowed, and these hosts may be reached.
    private static AgentSpec reaching(String... hosts) throws IOException {
        return under(
                "{'requires': {'net': {'hosts': ['%s']}}, 'rules': [{'permission': '*', 'pattern': '*', 'action': 'allow'}]}"
                        .formatted(String.join("', '", hosts)));
    }

    private ToolResult call(AgentSpec agent, String tool, Map<String, ?> arguments)
            throws IOException {
        return call(agent, Approver.HEADLESS, Map.of(), tool, arguments);
    }

    private ToolResult call(
            AgentSpec agent,
            Approver approver,
            Map<String, String> variables,
            String tool,
            Map<String, ?> arguments)
            throws IOException {
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("DEFT_HOME", directory.resolve("home").toString());
        environment.put("PATH", System.getenv("PATH"));
        Path root = Files.createDirectories(directory.resolve("root"));
        try (Engine engine = Engine.builder().environment(environment).notices(_ -> {}).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(agent).approver(approver).open()) {
            Envelope envelope = session.call(tool, arguments);
            return envelope.result();
        }
    }

    private static Json.Obj data(ToolResult result) {
        assertThat(result).isInstanceOf(ToolResult.Output.class);
        return Records.write(((ToolResult.Output) result).data());
    }

    private static void assertFailure(ToolResult result, ErrorCode code, String message) {
        assertThat(result).isInstanceOf(ToolResult.Failure.class);
        assertThat(((ToolResult.Failure) result).message()).contains(message);
        assertThat(((ToolResult.Failure) result).code()).isEqualTo(code);
    }

    @Test
    void sendRequestsAndReturnResponses() throws Exception {
        AgentSpec agent = reaching("127.0.0.1:" + port());
        ToolResult got = call(agent, "http_get", Map.of("url", url("/a?b")));
        assertThat(data(got).find("status")).contains(Json.Num.of(200));
        assertThat(data(got).find("body")).contains(new Json.Str("hello"));
        assertThat(((ToolResult.Output) got).text())
                .startsWith("Status 200 from " + url("/a?b") + "\n<outside_content id=\"")
                .contains("content-type: text/plain\n", "\n\nhello\n</outside_content id=\"");
        call(agent, "http_post", Map.of("url", url("/p"), "body", "grüß"));
        call(agent, "http_request", Map.of("method", "put", "url", url("/q"), "body", "x"));
        assertThat(requests).containsExactly("GET /a?b ", "POST /p grüß", "PUT /q x");
    }

    @Test
    void returnErrorsOfTheServerAsResponses() throws Exception {
        ToolResult result = call(reaching("127.0.0.1"), "http_get", Map.of("url", url("/missing")));
        assertThat(data(result).find("status")).contains(Json.Num.of(404));
    }

    @Test
    void encodeWhatIsNotText() throws Exception {
        ToolResult result = call(reaching("127.0.0.1"), "http_get", Map.of("url", url("/bytes")));
        assertThat(((ToolResult.Output) result).text()).contains("text/plain");
        server.removeContext("/");
        server.createContext(
                "/",
                exchange -> {
                    exchange.getResponseHeaders().set("Content-Type", "application/zip");
                    exchange.sendResponseHeaders(200, 3);
                    exchange.getResponseBody().write(new byte[] {0, 1, (byte) 0xff});
                    exchange.close();
                });
        ToolResult zip = call(reaching("127.0.0.1"), "http_get", Map.of("url", url("/zip")));
        assertThat(data(zip).find("body")).contains(new Json.Str("AAH/"));
        assertThat(data(zip).find("encoding")).contains(new Json.Str("base64"));
        assertThat(((ToolResult.Output) zip).text())
                .contains("(application/zip, 3 bytes, not text");
    }

    @Test
    void keepALongBodyInTheSidecar() throws Exception {
        ToolResult result = call(reaching("127.0.0.1"), "http_get", Map.of("url", url("/long")));
        assertThat(((ToolResult.Output) result).head()).isTrue();
        assertThat(data(result).text("body").orElseThrow()).hasSize(200 * 1024);
    }

    @Test
    void reachNothingWhereNobodyAllowsIt() throws Exception {
        assertFailure(
                call(AgentSpec.standard(), "http_get", Map.of("url", "http://example.org/")),
                ErrorCode.PERMISSION_DENIED,
                "No rule allows http_get on example.org:80.");
        assertThat(requests).isEmpty();
    }

    @Test
    void reachThisMachineOnlyWhereItsAddressIsGranted() throws Exception {
        for (String host : List.of("127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]")) {
            assertFailure(
                    call(
                            AgentSpec.trusted(),
                            "http_get",
                            Map.of("url", "http://%s:%d/".formatted(host, port()))),
                    ErrorCode.CAPABILITY_DENIED,
                    "which must be granted itself: by \"");
        }
        assertThat(requests).isEmpty();
        call(
                reaching("localhost:" + port()),
                "http_get",
                Map.of("url", "http://localhost:%d/1".formatted(port())));
        call(
                AgentSpec.trusted().allow("net.fetch", "127.0.0.1:" + port()),
                "http_get",
                Map.of("url", "http://0x7f.1:%d/2".formatted(port())));
        assertThat(requests).containsExactly("GET /1 ", "GET /2 ");
    }

    @Test
    void judgeTheTargetsOfRedirects() throws Exception {
        String other = "http://127.0.0.1:1/x";
        assertFailure(
                call(
                        reaching("127.0.0.1:" + port()),
                        "http_get",
                        Map.of("url", url("/to/" + other))),
                ErrorCode.CAPABILITY_DENIED,
                " redirects to http://127.0.0.1:1/x. 127.0.0.1:1 cannot be reached: it is outside"
                        + " what this call may use.");
        AgentSpec denied =
                under(
                        "{'requires': {'net': {'hosts': ['**', '127.0.0.1:%d']}}, 'rules': [{'permission': 'net.fetch', 'pattern': '**', 'action': 'allow'}, {'permission': 'net.fetch', 'pattern': '*.example', 'action': 'deny'}]}"
                                .formatted(port()));
        assertFailure(
                call(denied, "http_get", Map.of("url", url("/to/http://evil.example/"))),
                ErrorCode.PERMISSION_DENIED,
                "evil.example:80 cannot be reached: the manifest rule `deny net.fetch *.example`"
                        + " forbids it");
    }

    @Test
    void askAboutARedirectToAnotherHostInACallOfItsOwn() throws Exception {
        AgentSpec agent = AgentSpec.standard().allow("net.fetch", "127.0.0.1:" + port());
        assertFailure(
                call(agent, "http_get", Map.of("url", url("/to/https://other.example/"))),
                ErrorCode.PERMISSION_DENIED,
                "other.example:443 cannot be reached: no rule allows it, and nobody can be asked"
                        + " while the call runs. Call the tool with that address");
    }

    @Test
    void sendNothingBeforeTheyAreApproved() throws Exception {
        AgentSpec agent =
                under(
                        "{'requires': {'net': {'hosts': ['127.0.0.1:%d']}}, 'rules': [{'permission': 'net.fetch', 'pattern': '**', 'action': 'ask'}]}"
                                .formatted(port()));
        Approver no =
                new Approver() {
                    @Override
                    public boolean present() {
                        return true;
                    }

                    @Override
                    public Approval approve(Request request) {
                        assertThat(requests).isEmpty();
                        return Approval.REJECT;
                    }
                };
        assertFailure(
                call(agent, no, Map.of(), "http_get", Map.of("url", url("/"))),
                ErrorCode.PERMISSION_DENIED,
                "The user said no");
        assertThat(requests).isEmpty();
    }

    @Test
    void useTheProxyOfTheEnvironment() throws Exception {
        AgentSpec agent = reaching("**");
        Map<String, String> proxied = Map.of("HTTP_PROXY", "http://127.0.0.1:" + port());
        ToolResult result =
                call(
                        agent,
                        Approver.HEADLESS,
                        proxied,
                        "http_get",
                        Map.of("url", "http://nobody.invalid/x"));
        assertThat(data(result).find("body")).contains(new Json.Str("hello"));
        assertThat(requests).containsExactly("GET http://nobody.invalid/x ");
        assertFailure(
                call(
                        agent,
                        Approver.HEADLESS,
                        Map.of("HTTPS_PROXY", "socks5://x:1"),
                        "http_get",
                        Map.of("url", "https://nobody.invalid/")),
                ErrorCode.UNAVAILABLE,
                "HTTPS_PROXY must be the URL of an HTTP proxy");
    }

    @Test
    void trustTheCertificatesOfTheUser() throws Exception {
        Path store = directory.resolve("key.p12");
        HttpsServer secure = secure(store);
        try {
            String url = "https://127.0.0.1:%d/".formatted(secure.getAddress().getPort());
            AgentSpec agent = reaching("127.0.0.1");
            assertFailure(
                    call(agent, "http_get", Map.of("url", url)),
                    ErrorCode.IO_ERROR,
                    "nobody known here vouches for its certificate");
            Map<String, String> trusting = Map.of("DEFT_CA_FILE", certificate(store).toString());
            ToolResult result =
                    call(agent, Approver.HEADLESS, trusting, "http_get", Map.of("url", url));
            assertThat(data(result).find("status")).contains(Json.Num.of(200));
            assertFailure(
                    call(
                            reaching("localhost"),
                            Approver.HEADLESS,
                            trusting,
                            "http_get",
                            Map.of("url", url.replace("127.0.0.1", "localhost"))),
                    ErrorCode.IO_ERROR,
                    "its certificate is for another name");
        } finally {
            secure.stop(0);
        }
    }

    private HttpsServer secure(Path store) throws Exception {
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=it",
                                "-alias",
                                "it",
                                "-ext",
                                "san=ip:127.0.0.1",
                                "-storepass",
                                "changeit",
                                "-keystore",
                                store.toString())
                        .redirectErrorStream(true)
                        .start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).isZero();
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(load(store), "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        HttpsServer secure =
                HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(context));
        secure.createContext("/", this::answer);
        secure.start();
        return secure;
    }

    private static KeyStore load(Path store) throws Exception {
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, "changeit".toCharArray());
            return keys;
        }
    }

    private Path certificate(Path store) throws Exception {
        String lines =
                Base64.getMimeEncoder()
                        .encodeToString(load(store).getCertificate("it").getEncoded());
        return Files.writeString(
                directory.resolve("ca.pem"),
                "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n");
    }
}
