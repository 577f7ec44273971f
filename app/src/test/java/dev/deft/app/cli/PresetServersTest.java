package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The servers that are added by their names alone, where npm can be reached.
@Tag("deep")
class PresetServersTest {

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        "browser, chrome-devtools-mcp, browser_navigate_page",
        "playwright, @playwright/mcp, playwright_browser_navigate"
    })
    void areThere(String preset, String npm, String tool) throws Exception {
        assumeThat(isThere(npm)).as("npm has %s", npm).isTrue();
        Path root = directory.resolve("work");
        Files.createDirectories(root.resolve(".git"));
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("DEFT_HOME", directory.resolve("home").toString());
        assertThat(DeftRun.in(root, environment, "", "mcp", "add", preset).code()).isZero();
        DeftRun tested = DeftRun.in(root, environment, "", "mcp", "test", preset);
        assertThat(tested.code()).as(tested.err()).isZero();
        assertThat(tested.out()).contains(tool);
    }

    private static boolean isThere(String npm) throws Exception {
        Process asked =
                new ProcessBuilder("npm", "view", npm, "version")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return asked.waitFor(30, TimeUnit.SECONDS) && asked.exitValue() == 0;
    }
}
