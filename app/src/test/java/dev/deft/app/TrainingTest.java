package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.cli.DeftProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the launcher runs for its start-up caches comes to its end, or they lack half of the
/// program.
class TrainingTest {

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"short", "runs", "rest"})
    void comesToItsEnd(String cache) throws Exception {
        Files.createDirectories(directory.resolve(".deft"));
        Path config = Files.createDirectories(directory.resolve(".home/config"));
        Files.writeString(config.resolve("agent.json"), "{\"model\": \"anthropic/any\"}");
        Process training =
                DeftProcess.builder(directory, Map.of(), "--train", cache)
                        .redirectErrorStream(true)
                        .start();
        training.getOutputStream().close();

        assertThat(new String(training.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(training.waitFor()).isZero();
    }
}
