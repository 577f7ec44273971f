package dev.deft.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.LoopbackServer;
import dev.deft.server.access.AccessScope;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sends what the description of the API allows, and much that it does not, and lets judges that
/// others wrote compare every response with the description.
@Tag("slow")
class ApiSweepTest {

    private static final Path SWEEP = Path.of("src/test/node/sweep.mjs");
    private static final int SECONDS = 300;
    private static final long LIMIT_MS = 120_000;

    /// There is nothing to undo or to answer, and a chat is described elsewhere.
    private static final List<Json> NOTHING_TO_DO =
            Json.Arr.ofTexts(
                            List.of(
                                    "undo",
                                    "redo",
                                    "getRequest",
                                    "answerRequest",
                                    "createChatCompletion"))
                    .items();

    @TempDir Path temp;

    private LoopbackServer server;

    @BeforeEach
    void start() throws IOException {
        server = LoopbackServer.start(temp, new ScriptedModel().thenAlwaysSays("Done."));
        Files.createDirectories(server.root().resolve("src"));
        Files.writeString(server.root().resolve("src/Main.java"), "class Main {}\n");
        Files.writeString(server.root().resolve("MEMORY.md"), "> Summary: all\n\nNothing.\n");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void everyResponseIsAsTheDescriptionSays() throws Exception {
        Json.Obj report = swept();

        assertThat(report.find("findings")).contains(new Json.Arr(List.of()));
        assertThat(((Json.Arr) report.find("never").orElseThrow()).items())
                .as("operations that never did what they are for")
                .isSubsetOf(NOTHING_TO_DO);
        assertThat(report.find("skipped")).contains(new Json.Arr(List.of()));
        assertThat(report.find("operations").orElseThrow())
                .isInstanceOfSatisfying(
                        Json.Num.class,
                        it -> assertThat(it.asLong().orElse(0L)).isGreaterThan(55L));
    }

    private Json.Obj swept() throws IOException, InterruptedException {
        Path config = temp.resolve("sweep.json");
        Files.writeString(config, JsonText.write(Json.Obj.of(config())));
        return JsonText.parseObject(
                NodeScript.run(
                        SWEEP,
                        List.of(NodeScript.packages().toString(), config.toString()),
                        SECONDS));
    }

    private Map<String, Object> config() throws IOException, InterruptedException {
        String token = server.token();
        Map<String, String> memory = Map.of("path", "MEMORY.md");
        return Map.of(
                "base",
                server.address().toString(),
                "seed",
                15L,
                "limit_ms",
                LIMIT_MS,
                "tokens",
                Map.of(
                        "all",
                        token,
                        "look",
                        server.token(Set.of(AccessScope.LOOK), Optional.empty()),
                        "other",
                        server.token(Set.of(AccessScope.values()), Optional.of(Set.of("other")))),
                "values",
                Map.ofEntries(
                        Map.entry("workspace", "demo"),
                        Map.entry("session", session(token)),
                        Map.entry("schedule", "morning"),
                        Map.entry("token", server.token().split("_", 3)[1]),
                        Map.entry("tool", "read"),
                        Map.entry("path", "src/Main.java"),
                        Map.entry("q", "all"),
                        Map.entry("rule", "allow write src/**"),
                        Map.entry("by", "day,model"),
                        Map.entry("entry", "1"),
                        Map.entry("turn", "1")),
                // A secret is shown once.
                "unkept",
                List.of("issueToken"),
                "operations",
                Map.of("readMemory", memory, "writeMemory", memory, "deleteMemory", memory));
    }

    private String session(String token) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(server.address().resolve("/v1/workspaces/demo/sessions"))
                            .header("Authorization", "Bearer " + token)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"message\":\"Hello\"}"))
                            .build();
            String body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return JsonText.parseObject(body).text("id").orElseThrow();
        }
    }
}
