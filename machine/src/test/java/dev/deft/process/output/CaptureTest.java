package dev.deft.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Progress;
import dev.deft.host.Shell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureTest {

    private static final int LIMIT = 10 * 1024;

    private final ByteArrayOutputStream sidecar = new ByteArrayOutputStream();

    private Shell.Output printed(String text) throws IOException {
        var capture = new Capture(LIMIT, () -> sidecar, Progress.silent());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < bytes.length; from += 1000) {
            int length = Math.min(1000, bytes.length - from);
            byte[] piece = Arrays.copyOfRange(bytes, from, from + length);
            capture.take(OutputSink.Source.STDOUT, piece, length);
        }
        return capture.printed();
    }

    private static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /// Colors are not shown, so they take no room.
    @ParameterizedTest
    @ValueSource(strings = {"plain %d\n", "\u001b[31mred %d\u001b[0m\n", "%d %%\r", "ä%d\n"})
    void fillsItsLimitWhateverItLeavesOut(String line) throws IOException {
        var all = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            all.append(line.formatted(i));
        }
        Shell.Output printed = printed(all.toString());
        assertThat(printed.truncated()).isTrue();
        assertThat(length(printed.output())).isBetween(LIMIT - 8, LIMIT);
        assertThat(length(printed.stdout())).isBetween(LIMIT - 8, LIMIT);
        assertThat(sidecar.toString(StandardCharsets.UTF_8)).isEqualTo(all.toString());
    }

    @Test
    void aShortTextWithLongSequencesIsWhole() throws IOException {
        String colored = "\u001b[38;2;255;100;0mx\u001b[0m".repeat(900);
        Shell.Output printed = printed(colored);
        assertThat(printed.output()).isEqualTo("x".repeat(900));
        assertThat(printed.truncated()).isFalse();
    }
}
