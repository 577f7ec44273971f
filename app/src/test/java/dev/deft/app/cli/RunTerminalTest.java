package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.app.terminal.RandomText;
import dev.deft.app.terminal.Screen;
import dev.deft.json.Json;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody at a terminal sees of a run, and is asked.
class RunTerminalTest {

    private static final String NASTY = "\u202e\u200b\udb40\udc41\u001b]52;c;aGk=\u0007\u009b2J";

    @TempDir private Path root;

    private static Map<String, String> variables(String url) {
        return Map.of("ANTHROPIC_API_KEY", "sk-test-1", "ANTHROPIC_BASE_URL", url);
    }

    private static List<ScriptedAnswer> writing(String name) {
        return List.of(
                ScriptedAnswer.saying("I **write** it.")
                        .calling(
                                "write",
                                Json.Obj.EMPTY.with("path", name).with("content", "one\n")),
                ScriptedAnswer.saying("# Done\n\nIt is `written`."));
    }

    private static String event(String type, String rest) {
        return "event: %s\ndata: {\"type\":\"%s\"%s}\n\n".formatted(type, type, rest);
    }

    private static String word(String word) {
        return event(
                "content_block_delta",
                ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"%s\"}".formatted(word));
    }

    /// A model that says one word, and the rest when somebody has seen it.
    private static HttpServer halting(CountDownLatch seen) throws Exception {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/v1/messages",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
                    exchange.sendResponseHeaders(200, 0);
                    try (OutputStream out = exchange.getResponseBody()) {
                        String start =
                                event(
                                                "message_start",
                                                ",\"message\":{\"id\":\"m\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[],\"usage\":{\"input_tokens\":5,\"output_tokens\":1}}")
                                        + event(
                                                "content_block_start",
                                                ",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}")
                                        + word("First ");
                        out.write(start.getBytes(StandardCharsets.UTF_8));
                        out.flush();
                        seen.await();
                        String rest =
                                word("and **last**.")
                                        + event("content_block_stop", ",\"index\":0")
                                        + event(
                                                "message_delta",
                                                ",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":9}")
                                        + event("message_stop", "");
                        out.write(rest.getBytes(StandardCharsets.UTF_8));
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
        server.start();
        return server;
    }

    @Test
    void showsWordsAsTheyComeAndWhatItTookAfterThem() throws Exception {
        var seen = new CountDownLatch(1);
        HttpServer server = halting(seen);
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        try (var deft = DeftTerminal.start(root, variables(url), "run", "go")) {
            deft.await("First ");
            assertThat(deft.shown()).doesNotContain("last");
            seen.countDown();
            assertThat(deft.end()).isZero();
            assertThat(deft.plain()).containsPattern("First and last\\.\ndone · 1 step");
            assertThat(deft.shown()).contains("\u001b[1mlast\u001b[0m");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void isAskedWithTheRuleThatWouldBeStored() throws Exception {
        try (var server = new ScriptedServer(writing("a.txt"), Duration.ZERO);
                var deft = DeftTerminal.start(root, variables(server.url()), "run", "write")) {
            deft.await("[r]eject: ");
            assertThat(deft.plain())
                    .contains(
                            "I write it.\n",
                            "Allow write?",
                            "always would store: allow write a.txt");
            deft.type("o\n");
            assertThat(deft.end()).isZero();
            assertThat(deft.plain()).containsPattern("Done\n\nIt is written\\.\ndone · 2 steps");
            assertThat(deft.plain()).containsOnlyOnce("It is written.");
        }
        assertThat(root.resolve("a.txt")).hasContent("one\n");
    }

    @Test
    void asksNobodyWhenToldSoOrWhenTheAnswerGoesElsewhere() throws Exception {
        try (var server = new ScriptedServer(writing("a.txt"), Duration.ZERO);
                var deft =
                        DeftTerminal.start(root, variables(server.url()), "run", "write", "-p")) {
            assertThat(deft.end()).isEqualTo(3);
            assertThat(deft.plain()).doesNotContain("Allow write?");
        }
        try (var server = new ScriptedServer(writing("a.txt"), Duration.ZERO);
                var deft =
                        DeftTerminal.start(
                                root,
                                variables(server.url()),
                                80,
                                " >answer.txt",
                                "run",
                                "write")) {
            assertThat(deft.end()).isEqualTo(3);
            assertThat(deft.plain()).doesNotContain("Allow write?");
        }
        assertThat(root.resolve("answer.txt")).hasContent("# Done\n\nIt is `written`.\n");
        assertThat(root.resolve("a.txt")).doesNotExist();
    }

    @Test
    void isShownNothingThatHidesOrMoves() throws Exception {
        List<ScriptedAnswer> script =
                List.of(
                        ScriptedAnswer.saying("I write" + NASTY + " it.")
                                .calling(
                                        "write",
                                        Json.Obj.EMPTY
                                                .with("path", "a\u202etxt")
                                                .with("content", NASTY)),
                        ScriptedAnswer.saying("Done" + NASTY));
        try (var server = new ScriptedServer(script, Duration.ZERO);
                var deft = DeftTerminal.start(root, variables(server.url()), "run", "write")) {
            deft.await("[r]eject: ");
            deft.type("r\n");
            assertThat(deft.end()).isEqualTo(3);
            assertThat(deft.plain())
                    .contains("a⟨U+202E⟩txt", "⟨U+200B⟩", "⟨U+E0041⟩")
                    .matches(RandomText::isSafe);
        }
        for (String view :
                List.of(
                        "sessions show last",
                        "sessions list",
                        "sessions replay last",
                        "sessions replay last --json",
                        "sessions export last",
                        "sessions export last --format markdown",
                        "sessions export last --format html")) {
            DeftRun deft = DeftRun.on(Screen.COLOR, root, Map.of(), "", view.split(" ", -1));
            assertThat(deft.code()).as(view).isZero();
            assertThat(deft.out()).as(view).contains("write").matches(RandomText::isSafe);
        }
    }

    @Test
    void getsJsonThatIsEscapedAndAPipeGetsItPlain() throws Exception {
        String text = "a\u202e\u009bb\udb40\udc41ö";
        Files.writeString(root.resolve("a.txt"), text);
        String[] call = {"call", "read", "{\"path\":\"a.txt\"}"};
        try (var deft = DeftTerminal.start(root, Map.of(), call)) {
            assertThat(deft.end()).isZero();
            assertThat(deft.plain())
                    .contains("a\\u202e\\u009bb\\udb40\\udc41ö")
                    .matches(RandomText::isSafe);
        }
        assertThat(DeftRun.in(root, "", call).out()).contains(text);
        for (String[] words :
                List.of(
                        new String[] {"policy", "explain", "write", "{\"path\":\"a\u202e\u009b\"}"},
                        new String[] {
                            "policy", "explain", "bash", "{\"command\":\"a\u202e\u009b\"}"
                        },
                        new String[] {"call", "no\u202e\u009btool"},
                        new String[] {"no\u202e\u009bcommand"},
                        new String[] {"sessions", "show", "no\u202e\u009b"},
                        new String[] {"call", "read", "{\"path\":\"no\u202e\u009b\"}"})) {
            DeftRun deft = DeftRun.on(Screen.COLOR, root, Map.of(), "", words);
            assertThat(deft.out() + deft.err())
                    .as(String.join(" ", words))
                    .isNotEmpty()
                    .matches(RandomText::isSafe);
        }
    }
}
