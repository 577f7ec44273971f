package dev.deft.server.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.json.Json;
import dev.deft.server.http.ApiResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The parts of the console in a real browser, below the policy of the page, without a server
/// behind them: hostile Markdown, requests that have just appeared, long lists, long lines.
@Tag("slow")
class ConsolePartsTest {

    private static final String ANSWERED = "{\"id\":\"r\",\"answered_by\":\"Grace\"}";

    private static HttpServer server;
    private static BrowserRun browser;

    @BeforeAll
    static void start() throws IOException {
        ConsoleFiles files = ConsoleFiles.load();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(files, exchange));
        server.start();
        browser = BrowserRun.start();
    }

    @AfterAll
    static void stop() throws IOException {
        browser.close();
        server.stop(0);
    }

    private static void answer(ConsoleFiles files, HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        ApiResponse response;
        if (exchange.getRequestMethod().equals("POST")) {
            response = ApiResponse.text(200, "application/json", ANSWERED);
        } else {
            response = path.equals("/") ? withoutConsole(files.page()) : files.asset(path);
        }
        response.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        byte[] body = ((ApiResponse.Body.Bytes) response.body()).bytes();
        exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
        try (exchange) {
            exchange.getResponseBody().write(body);
        }
    }

    private static ApiResponse withoutConsole(ApiResponse page) {
        String html =
                new String(((ApiResponse.Body.Bytes) page.body()).bytes(), StandardCharsets.UTF_8)
                        .replaceAll("<script type=\"module\"[^>]*></script>", "")
                        .replace("<deft-console></deft-console>", "");
        return new ApiResponse(
                200,
                page.headers(),
                new ApiResponse.Body.Bytes(html.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"markdown", "deceptive", "request", "list", "code"})
    void holdInARealBrowser(String scenario) throws IOException {
        String base = "http://127.0.0.1:" + server.getAddress().getPort();
        browser.run("parts/" + scenario, base, "", Json.Obj.EMPTY);
    }
}
