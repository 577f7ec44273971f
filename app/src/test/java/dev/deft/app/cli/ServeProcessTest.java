package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ServeProcessTest {

    private static final String SESSION = "/v1/workspaces/w/sessions/s";

    @TempDir Path home;

    /// A server in a process of its own, and somebody who signed in there.
    private static final class Served implements AutoCloseable {

        private final DeftProcess process;
        private final URI address;
        private final HttpClient browser =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        private String cookie = "none=0";

        Served(Path directory, BothWires model) throws Exception {
            process =
                    new DeftProcess(
                            directory,
                            model.environment("anthropic"),
                            "serve",
                            "--port",
                            "0",
                            "--workspace",
                            "w=" + directory.resolve("project"),
                            "--allow",
                            "bash *",
                            "--allow",
                            "fs.write ran.txt",
                            "--json");
            Json.Obj printed = JsonText.parseObject(process.await(it -> it.startsWith("{")));
            address = URI.create(printed.text("address").orElseThrow());
            HttpResponse<String> signedIn =
                    send(
                            "POST",
                            "/login",
                            "{\"token\": \"%s\"}".formatted(printed.text("token").orElseThrow()));
            assertThat(signedIn.statusCode()).as(signedIn.body()).isEqualTo(303);
            cookie =
                    signedIn.headers()
                            .firstValue("Set-Cookie")
                            .orElseThrow()
                            .replaceFirst(";.*", "");
        }

        HttpResponse<String> send(String method, String path, String body)
                throws IOException, InterruptedException {
            return browser.send(
                    HttpRequest.newBuilder(address.resolve(path))
                            .header("X-Deft-Request", "1")
                            .header("Cookie", cookie)
                            .header("Content-Type", "application/json")
                            .method(method, HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }

        String get(String path) throws IOException, InterruptedException {
            return browser.send(
                            HttpRequest.newBuilder(address.resolve(path))
                                    .header("Cookie", cookie)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }

        /// Waits until a path shows something.
        String await(String path, String text) throws Exception {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
            String shown = get(path);
            while (!shown.contains(text)) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError(shown + "\n" + process.err());
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                shown = get(path);
            }
            return shown;
        }

        /// Answers the next approval.
        void approve() throws Exception {
            Json.Obj asked = JsonText.parseObject(await("/v1/requests", "\"approval\""));
            String id =
                    ((Json.Obj) ((Json.Arr) asked.find("items").orElseThrow()).items().getFirst())
                            .text("id")
                            .orElseThrow();
            HttpResponse<String> answered =
                    send("POST", SESSION + "/requests/" + id + "/answer", "{\"answer\": \"once\"}");
            assertThat(answered.statusCode()).as(answered.body()).isEqualTo(200);
        }

        void begin(String message) throws Exception {
            HttpResponse<String> created =
                    send(
                            "POST",
                            "/v1/workspaces/w/sessions",
                            "{\"id\": \"s\", \"message\": \"%s\"}".formatted(message));
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        }

        @Override
        public void close() throws IOException {
            process.close();
        }
    }

    private Path project() throws IOException {
        return Files.createDirectories(home.resolve("project"));
    }

    @Test
    void servesAWholeConversationAndHasItAgainAfterARestart() throws Exception {
        Path file = project().resolve("a.txt");
        try (var model =
                BothWires.following(
                        calls("write", args("path", "a.txt", "content", "hello\n")),
                        says("Written."))) {
            try (var server = new Served(home, model)) {
                server.begin("write it");
                server.approve();
                server.await(SESSION, "\"state\":\"idle\"");
                assertThat(file).hasContent("hello\n");
                assertThat(server.get(SESSION + "/entries")).contains("Written.");
                assertThat(server.send("POST", SESSION + "/undo", "{}").body()).contains("a.txt");
                assertThat(file).doesNotExist();
                server.process.interrupt();
                assertThat(server.process.end()).as(server.process.err()).isEqualTo(130);
            }
            try (var again = new Served(home, model)) {
                assertThat(again.get("/v1/sessions")).contains("\"id\":\"s\"");
                assertThat(again.get(SESSION + "/entries")).contains("Written.");
                assertThat(again.send("POST", SESSION + "/redo", "{}").statusCode()).isEqualTo(200);
                assertThat(file).hasContent("hello\n");
            }
        }
    }

    @Test
    void goesOnAfterItWasKilledAndRunsNothingTwice() throws Exception {
        Path ran = project().resolve("ran.txt");
        try (var model =
                BothWires.following(
                        calls("bash", args("command", "echo once >> ran.txt; sleep 600")),
                        calls("write", args("path", "b.txt", "content", "b")),
                        says("All done."))) {
            try (var server = new Served(home, model)) {
                server.begin("go");
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                while (!Files.exists(ran) && System.nanoTime() < deadline) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                }
                assertThat(ran).hasContent("once\n");
                server.process.kill();
            }
            try (var again = new Served(home, model)) {
                again.approve();
                again.await(SESSION + "/entries", "All done.");
                again.await(SESSION, "\"state\":\"idle\"");
                assertThat(ran).hasContent("once\n");
                assertThat(again.get(SESSION + "/entries")).contains("interrupted");
            }
        }
    }

    @Test
    void saysWhatIsWrongInOneSentence() throws Exception {
        Path project = project();
        try (var model = BothWires.following(says("Hm."));
                var server = new Served(home, model)) {
            Path elsewhere = Files.createDirectories(home.resolve("elsewhere"));
            assertEnds(
                    1,
                    "cannot be listened on",
                    "--port",
                    Integer.toString(server.address.getPort()),
                    "--root",
                    elsewhere.toString());
            assertEnds(1, "Stop it first", "--port", "0", "--root", project.toString());
            assertEnds(
                    1,
                    "Nobody has a token yet",
                    "--host",
                    "0.0.0.0",
                    "--port",
                    "0",
                    "--root",
                    elsewhere.toString());
            assertEnds(2, "there is no directory nowhere", "--workspace", "x=nowhere");
            assertEnds(
                    2,
                    "there is no store of the kind \"mysql\"",
                    "--store",
                    "mysql://x",
                    "--root",
                    elsewhere.toString());
            assertEnds(2, "belong together", "--tls-cert", "x.pem");
            assertEnds(2, "--port is a number", "--port", "http");
        }
    }

    private void assertEnds(int code, String why, String... options) throws Exception {
        String[] words = new String[options.length + 1];
        words[0] = "serve";
        System.arraycopy(options, 0, words, 1, options.length);
        try (var deft = new DeftProcess(home, Map.of(), words)) {
            assertThat(deft.end()).as(deft.err()).isEqualTo(code);
            assertThat(deft.err()).contains(why);
        }
    }
}
