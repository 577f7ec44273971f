package dev.deft.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.protocols.NodeKit.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeKitTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir Path directory;

    @Test
    void runsNode24() throws Exception {
        Finished finished =
                NodeKit.run(NodeKit.node(List.of("--version")), directory, Map.of(), LIMIT);
        assertThat(finished.out()).startsWith("v24.");
    }

    @Test
    void givesTheExitCodeAndWhatWasPrinted() throws Exception {
        String script =
                "console.log('a'); console.error(process.env.WORD + process.cwd());"
                        + " process.exit(3)";
        assertThat(
                        NodeKit.run(
                                NodeKit.node(List.of("-e", script)),
                                directory.toRealPath(),
                                Map.of("WORD", "b"),
                                LIMIT))
                .isEqualTo(new Finished(3, "a\n", "b" + directory.toRealPath() + "\n"));
    }

    @Test
    void killsWhatAProgramLeavesBehind() throws Exception {
        String script =
                """
                const child = require('child_process').spawn('sleep', ['1000'],
                    {detached: true, stdio: 'ignore'});
                child.unref();
                require('fs').writeFileSync('pid', String(child.pid));
                """;
        Finished finished =
                NodeKit.run(NodeKit.node(List.of("-e", script)), directory, Map.of(), LIMIT);
        assertThat(finished.exit()).isZero();
        long pid = Long.parseLong(Files.readString(directory.resolve("pid")));
        ProcessHandle.of(pid).ifPresent(it -> it.onExit().join());
    }

    @Test
    void killsWhatTakesTooLong() throws Exception {
        Finished finished =
                NodeKit.run(
                        NodeKit.node(List.of("-e", "setInterval(() => {}, 1000)")),
                        directory,
                        Map.of(),
                        Duration.ofMillis(500));
        assertThat(finished.exit()).isEqualTo(-1);
    }
}
