package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PseudoTerminalTest {

    private PseudoTerminal terminal;
    private final StringBuilder output = new StringBuilder();

    @BeforeEach
    void open() throws IOException {
        assumeTrue(Spawn.available(), "only Linux has these system calls");
        terminal = PseudoTerminal.open(31, 97);
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    /// Starts a script on the terminal, as its controlling one.
    private int start(String script) throws IOException {
        int child =
                SpawnedBash.start(
                        "exec setsid -c -w bash --noprofile --norc -c '%s'".formatted(script),
                        List.of(terminal.slave(), terminal.slave(), terminal.slave()));
        terminal.closeSlave();
        return child;
    }

    private void awaitOutput(String text) {
        long end = System.nanoTime() + SpawnedBash.DEADLINE.toNanos();
        byte[] buffer = new byte[4096];
        while (output.indexOf(text) < 0 && System.nanoTime() < end) {
            Descriptors.poll(Duration.ofSeconds(1), terminal.master());
            int got = Math.max(0, terminal.read(buffer));
            output.append(new String(buffer, 0, got, UTF_8).replace("\r\n", "\n"));
        }
        assertThat(output).contains(text);
    }

    @Test
    void isATerminalOfTheGivenSize() throws IOException {
        int child = start("test -t 0 && test -t 1 && test -t 2 && stty size; echo end");
        awaitOutput("end\n");
        assertThat(output).hasToString("31 97\nend\n");
        assertThat(SpawnedBash.awaitExit(child).code()).isZero();
    }

    @Test
    void echoesInputAndPassesLinesToTheProgram() throws IOException {
        int child = start("read -r line; echo \"got $line\"");
        assertThat(terminal.write("hällo\n".getBytes(UTF_8))).isEqualTo(7);
        awaitOutput("got hällo\n");
        assertThat(output).hasToString("hällo\ngot hällo\n");
        SpawnedBash.awaitExit(child);
    }

    @Test
    void sendsControlKeysToTheForegroundGroup() throws IOException {
        int child =
                start(
                        "trap \"echo caught; exit 7\" INT; echo \"ready $$\"; while :; do sleep 0.05; done");
        awaitOutput("ready ");
        awaitOutput("\n");
        int group = Integer.parseInt(output.toString().replaceAll("\\D", ""));
        assertThat(terminal.foreground()).isEqualTo(OptionalInt.of(group));
        terminal.write(new byte[] {3});
        awaitOutput("caught");
        assertThat(SpawnedBash.awaitExit(child).code()).isEqualTo(7);
    }

    @Test
    void hasNoForegroundGroupBeforeAProgramUsesIt() {
        assertThat(terminal.foreground()).isEmpty();
    }

    @Test
    void acceptsOnlyAsMuchInputAsFits() {
        byte[] lines = "x\n".repeat(100_000).getBytes(UTF_8);
        assertThat(terminal.write(lines)).isPositive().isLessThan(lines.length);
    }

    @Test
    void doesNothingOnceItIsClosed() throws IOException {
        terminal.close();
        terminal.close();
        assertThat(terminal.master()).isNegative();
        assertThat(terminal.slave()).isNegative();
        assertThat(terminal.write(new byte[1])).isZero();
        assertThat(terminal.foreground()).isEmpty();
        assertThat(terminal.read(new byte[8])).isZero();
    }
}
