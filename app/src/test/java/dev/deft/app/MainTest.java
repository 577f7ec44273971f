package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.cli.DeftProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

    @TempDir Path directory;

    @Test
    void endsAShortCommandWithoutLookingForALogger() throws Exception {
        assertThat(classesOf(0, "--version"))
                .anyMatch(it -> it.contains(Main.class.getName()))
                .noneMatch(it -> it.contains("BootstrapLogger"));
    }

    @Test
    void hasTheCodeOfAFailure() throws Exception {
        assertThat(classesOf(2, "--nothing-like-it")).isNotEmpty();
    }

    /// The classes that a command loads.
    private List<String> classesOf(int code, String... words) throws Exception {
        Path log = directory.resolve("classes.log");
        Map<String, String> variables = Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + log);
        Process deft =
                DeftProcess.builder(directory, variables, words)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(deft.waitFor()).isEqualTo(code);
        return Files.readAllLines(log);
    }
}
