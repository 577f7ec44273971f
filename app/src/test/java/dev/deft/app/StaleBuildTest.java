package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaleBuildTest {

    /// Stands in for the launcher.
    private static final String LAUNCHER =
            """
            printf '%s\\n' "$$ ${DEFT_STALE-} ${OTHER-}"
            printf '[%s]\\n' "$@"
            cat
            exit 9
            """;

    @TempDir Path directory;

    private Path look;

    @BeforeEach
    void launcher() throws IOException {
        Files.writeString(directory.resolve("läunch it"), LAUNCHER);
        look = directory.resolve("look");
    }

    @Test
    void goesOnWithAFreshBuild() throws Exception {
        Files.writeString(look, "looked\n");
        Process deft = start("--version");

        assertThat(output(deft)).startsWith("deft ");
        assertThat(deft.waitFor()).isZero();
        assertThat(look).doesNotExist();
    }

    @Test
    void leavesAStaleBuildToTheLauncherInTheSameProcess() throws Exception {
        Files.writeString(look, "tools/src/main/java/A.java\nlooked\n");
        Process deft = start("call", "a b", "", "ü*", "$x");

        assertThat(output(deft))
                .isEqualTo("%d yes ö\n[call]\n[a b]\n[]\n[ü*]\n[$x]\ninput".formatted(deft.pid()));
        assertThat(deft.waitFor()).isEqualTo(9);
        assertThat(look).doesNotExist();
    }

    @Test
    void waitsUntilEverythingWasSeen() throws Exception {
        Files.writeString(look, "tools/src/");
        Process deft = start("--version");
        Files.writeString(look, "tools/src/main/java/A.java\nlooked\n");

        assertThat(output(deft)).contains(" yes ", "[--version]");
    }

    @Test
    void leavesToTheLauncherWhenAnotherBuildHasRemovedTheFile() throws Exception {
        assertThat(output(start("--version"))).contains(" yes ", "[--version]");
    }

    private Process start(String... words) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-Ddeft.look=" + look,
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.deft.app.Main"));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("DEFT_COMMAND", directory.resolve("läunch it").toString());
        builder.environment().put("OTHER", "ö");
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write("input".getBytes(StandardCharsets.UTF_8));
        }
        return process;
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
