package dev.deft.process.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PeerProgramTest {

    /// Ignores the end of its input and the request to terminate, and leaves a process behind that
    /// is in another session.
    static final String STUBBORN =
            """
            trap '' TERM
            setsid bash -c 'trap "" TERM; echo $$ >escaped; while :; do sleep 0.1; done' &
            while [ ! -s escaped ]; do sleep 0.01; done
            echo $$ $(cat escaped)
            while :; do sleep 0.1; done
            """;

    @TempDir private Path directory;

    private PeerProgram start(String script) throws IOException {
        return PeerProgram.start(
                List.of("/bin/bash", "-c", script),
                directory,
                Map.of("PATH", "/usr/bin:/bin", "ONLY", "this"),
                directory.resolve("errors.log"));
    }

    private static String line(PeerProgram program) throws IOException {
        var line = new StringBuilder();
        for (int next = program.output().read(); next > 0 && next != '\n'; ) {
            line.append((char) next);
            next = program.output().read();
        }
        return line.toString();
    }

    static void awaitEnd(String pid) throws InterruptedException {
        while (isAlive(pid)) {
            Thread.sleep(Duration.ofMillis(5));
        }
    }

    /// A dead process may wait for its parent to notice.
    private static boolean isAlive(String pid) {
        try {
            return !Files.readString(Path.of("/proc", pid, "stat")).contains(") Z ");
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void talksToAProgramInItsOwnSessionAndEnvironment() throws Exception {
        PeerProgram program =
                start("read -r word; echo \"$word $ONLY $(ps -o sid= -p $$)\"; echo oops >&2");
        program.input().write("hello\n".getBytes(StandardCharsets.UTF_8));
        assertThat(line(program).split("\\s+", -1))
                .containsExactly("hello", "this", String.valueOf(program.pid()));
        program.close();
        assertThat(program.exitCode()).contains(0);
        assertThat(program.lastErrors()).isEqualTo("oops");
    }

    /// More than the pipe holds, so that some of it is not read yet when the program has ended.
    @ParameterizedTest
    @ValueSource(strings = {"", "trap 'echo oops >&2; exit' TERM; while :; do sleep 0.1; done"})
    void keepsTheLastErrors(String end) throws Exception {
        PeerProgram program =
                start(
                        "head -c 300000 /dev/zero | tr '\\0' x >&2; echo begun; "
                                + end
                                + "\necho oops >&2");
        assertThat(line(program)).isEqualTo("begun");
        program.close();
        assertThat(program.lastErrors()).endsWith("oops");
    }

    @Test
    void killsWhatDoesNotEnd() throws Exception {
        String[] pids;
        try (PeerProgram program = start(STUBBORN)) {
            pids = line(program).split(" ", -1);
            assertThat(pids).hasSize(2);
        }
        for (String it : pids) {
            awaitEnd(it);
        }
    }

    @Test
    void neverBlocksAWriter() throws Exception {
        try (PeerProgram program = start("sleep 60")) {
            byte[] much = new byte[1 << 20];
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 100; i++) {
                                    program.input().write(much);
                                }
                            })
                    .isInstanceOf(IOException.class)
                    .hasMessage("The program does not read its input.");
        }
    }

    @Test
    void leavesNothingBehindWhenDeftIsKilled() throws Exception {
        Process deft =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                PeerStarter.class.getName(),
                                directory.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String line = deft.inputReader(StandardCharsets.UTF_8).readLine();
        deft.destroyForcibly().waitFor();
        for (String it : line.split(" ", -1)) {
            awaitEnd(it);
        }
    }
}
