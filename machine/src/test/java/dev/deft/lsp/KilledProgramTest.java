package dev.deft.lsp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.LanguageServers.Position;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process of ours that was killed while a server ran.
@Tag("slow")
class KilledProgramTest {

    private static final PrintStream OUT = new PrintStream(System.out, true, UTF_8);

    @TempDir Path directory;

    /// Starts a server, says so and waits.
    static void main(String[] arguments) throws Exception {
        try (var odd = new OddServer(Path.of(arguments[0]), "usual")) {
            odd.call().hover(odd.source("a.odd", "one\n"), new Position(0, 0));
            OUT.println("on");
            Thread.sleep(600_000);
        }
    }

    @Test
    void leavesNoServerBehind() throws Exception {
        Process program =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-Xmx64m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KilledProgramTest.class.getName(),
                                directory.toString())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (BufferedReader output = program.inputReader(UTF_8)) {
            assertThat(output.readLine()).isEqualTo("on");
            List<ProcessHandle> servers = OddServer.processes(directory.toRealPath());
            assertThat(servers).hasSize(1);
            program.destroyForcibly().waitFor();
            servers.getFirst().onExit().get(30, TimeUnit.SECONDS);
        } finally {
            program.destroyForcibly();
        }
    }
}
