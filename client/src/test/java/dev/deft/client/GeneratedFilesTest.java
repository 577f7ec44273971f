package dev.deft.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.server.LoopbackServer;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files that are written from the description of a running server. After a wanted change: `mvn
/// test -Dgolden=update`, then `./check --format`, and review the diff.
class GeneratedFilesTest {

    private static final String OPERATIONS = "## Operations\n";
    private static final boolean UPDATE = System.getProperty("golden", "").equals("update");

    @TempDir static Path temp;

    private static LoopbackServer server;
    private static ApiDescription description;

    @BeforeAll
    static void describe() throws Exception {
        server = LoopbackServer.start(temp, new ScriptedModel());
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(server.address().resolve("/v1/openapi.json")).build();
            String text = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            description = new ApiDescription(JsonText.parseObject(text));
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theClientHasEveryOperationAndRecord() throws IOException {
        Path sources = Path.of("src/main/java/dev/deft/client");
        Map<String, String> files = new ClientSources(description).files();
        for (Map.Entry<String, String> it : files.entrySet()) {
            check(sources.resolve(it.getKey()), it.getValue());
        }
        assertThat(generated(sources)).containsExactlyInAnyOrderElementsOf(files.keySet());
    }

    private static List<String> generated(Path sources) throws IOException {
        try (Stream<Path> all = Files.list(sources)) {
            return all.map(it -> it.getFileName().toString())
                    .filter(it -> it.matches("\\w+(Api|Data)\\.java|DeftClient\\.java"))
                    .toList();
        }
    }

    @Test
    void typeScriptHasEveryType() throws IOException {
        check(Path.of("../docs/types/deft-api.d.ts"), TypeScriptTypes.of(description));
    }

    @Test
    void thePageHasEveryOperation() throws IOException {
        Path page = Path.of("../docs/api.md");
        String introduction = Files.readString(page).split(OPERATIONS, 2)[0];
        check(page, ApiPage.of(description, introduction));
    }

    /// Java is laid out by the formatter, which changes no letter but breaks comments elsewhere.
    private static void check(Path file, String wanted) throws IOException {
        String found = Files.exists(file) ? Files.readString(file) : "";
        boolean java = file.toString().endsWith(".java");
        if (java ? letters(found).equals(letters(wanted)) : found.equals(wanted)) {
            return;
        }
        if (UPDATE) {
            Files.writeString(file, wanted);
            return;
        }
        assertThat(java ? letters(found) : found)
                .as("%s is stale. If the change is wanted: mvn test -Dgolden=update", file)
                .isEqualTo(java ? letters(wanted) : wanted);
    }

    private static String letters(String text) {
        return text.replaceAll("///|\\s+", "");
    }
}
