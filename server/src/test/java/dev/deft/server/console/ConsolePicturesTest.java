package dev.deft.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pictures of `docs/console.md`. With `-Dpictures=update` they are taken again; look at each
/// before you commit it.
class ConsolePicturesTest {

    private static final Path DOCS = Path.of("../docs").toAbsolutePath().normalize();
    private static final long LARGEST = 150_000;

    @TempDir private Path directory;

    @Test
    void areThereAndSmall() throws Exception {
        if ("update".equals(System.getProperty("pictures"))) {
            take();
        }
        List<String> named =
                Pattern.compile("\\((images/console-[a-z-]+\\.png)\\)")
                        .matcher(Files.readString(DOCS.resolve("console.md")))
                        .results()
                        .map(it -> it.group(1))
                        .toList();
        assertThat(named).hasSizeBetween(6, 10);
        for (String it : named) {
            assertThat(Files.size(DOCS.resolve(it))).as(it).isLessThan(LARGEST);
        }
    }

    private void take() throws Exception {
        Path images = Files.createDirectories(DOCS.resolve("images"));
        try (ConsoleServer server = ConsoleServer.start(directory, 0)) {
            server.use("history-1", "build", "anthropic/claude-sonnet-4-5", 0.9, 26);
            server.use("history-2", "review", "openai/gpt-5.1", 0.6, 22);
            server.use("history-3", "plan", "anthropic/claude-haiku-4-5", 1.1, 17);
            String session = session(server);
            Process node =
                    new ProcessBuilder(
                                    "node",
                                    "src/test/node/screenshots.mjs",
                                    server.base(),
                                    server.token(),
                                    ConsoleServer.WORKSPACE,
                                    session,
                                    images.toString())
                            .redirectErrorStream(true)
                            .start();
            String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(node.waitFor()).as(said).isZero();
        }
    }

    private static String session(ConsoleServer server) throws IOException {
        try (BrowserRun browser = BrowserRun.start()) {
            Json.Obj given =
                    Json.Obj.EMPTY
                            .with("workspace", ConsoleServer.WORKSPACE)
                            .with("gates", server.gates().toString());
            Json made = browser.run("setup/gallery", server.base(), server.token(), given);
            return ((Json.Obj) made).text("session").orElseThrow();
        }
    }
}
