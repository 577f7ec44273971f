package dev.deft.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class LiveLineTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void staysOneLineHoweverNarrowTheTerminalIs() {
        try (var live = new LiveLine(out, Screen.COLOR)) {
            live.show("広".repeat(500));
            while (!shown().contains("広")) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            live.print("a line that stays");
        }
        String all = shown();
        assertThat(all).doesNotContain("広".repeat(200)).contains("a line that stays\n");
        int text = all.indexOf('広');
        assertThat(all.lastIndexOf("\u001b[?7l", text)).isGreaterThanOrEqualTo(0);
        assertThat(all.indexOf("\u001b[?7h", text)).isGreaterThan(text);
        assertThat(all.lastIndexOf("\u001b[?7h")).isGreaterThan(all.lastIndexOf("\u001b[?7l"));
        assertThat(all.substring(0, all.indexOf("a line"))).endsWith("\r\u001b[K");
    }

    @Test
    void leavesTheTerminalToSomebodyWhoIsAsked() {
        try (var live = new LiveLine(out, Screen.COLOR)) {
            live.show("thinking");
            while (!shown().contains("thinking")) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            try (var _ = live.pause()) {
                assertThat(shown()).endsWith("\r\u001b[K");
                out.print("Allow it? ");
                live.show("reading");
                live.print("a line that waits");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(250));
                assertThat(shown()).endsWith("Allow it? ");
            }
            assertThat(shown()).contains("Allow it? a line that waits\n");
        }
    }

    @Test
    void isNotThereWhereNobodyLooks() {
        try (var live = new LiveLine(out, Screen.NONE)) {
            live.show("thinking");
            live.print("a line that stays");
        }
        assertThat(shown()).isEqualTo("a line that stays\n");
    }
}
