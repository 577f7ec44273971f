package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Shell;
import dev.deft.output.PlainText;
import dev.deft.policy.Policy.SandboxMode;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is kept and shown of an output.
class OutputTest {

    @TempDir Path root;

    @Test
    void keepsBothEndsAndPutsAllOfItIntoTheSidecar() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.AUTO)) {
            Shell.Output printed = desk.run("echo first; seq 1 200000; echo last").output();

            assertThat(printed.truncated()).isTrue();
            assertThat(printed.output())
                    .startsWith("first\n1\n2\n")
                    .endsWith("200000\nlast\n")
                    .containsPattern("\\[\\.\\.\\. \\d+ bytes left out \\.\\.\\.]")
                    .hasSizeLessThanOrEqualTo(ShellFixture.OUTPUT_BYTES);
            assertThat(desk.spilled.toString(StandardCharsets.UTF_8).lines().count())
                    .isEqualTo(200_002);
        }
    }

    /// Cut once, at the very limit, and the line in the middle tells just what is missing.
    @ParameterizedTest
    @ValueSource(ints = {204_801, 204_900, 250_000, 307_200, 307_201, 409_700, 1_000_000})
    void cutsAtExactlyTheLimit(int printedBytes) throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.AUTO)) {
            String script = "head -c %d /dev/zero | tr '\\0' x".formatted(printedBytes);
            String output = desk.run(script).output().output();

            Matcher note = Pattern.compile("\n\\[\\.\\.\\. (\\d+) bytes left out").matcher(output);
            assertThat(note.find()).isTrue();
            assertThat(output).hasSize(ShellFixture.OUTPUT_BYTES);
            assertThat(output.chars().filter(it -> it == 'x').count())
                    .isEqualTo(printedBytes - Long.parseLong(note.group(1)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "head -c 204800 /dev/zero | tr '\\0' x",
                "for i in {1..20000}; do printf '\\033[31m%05d\\033[0m\\n' $i; done"
            })
    void cutsNothingThatFits(String script) throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.AUTO)) {
            Shell.Output printed = desk.run(script).output();

            assertThat(printed.truncated()).isFalse();
            assertThat(printed.output()).doesNotContain("left out").hasSizeGreaterThan(119_000);
        }
    }

    @Test
    void keepsRawBytesInTheSidecar() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.AUTO)) {
            desk.run("head -c 300000 /dev/zero");

            assertThat(desk.spilled.toByteArray()).isEqualTo(new byte[300_000]);
        }
    }

    @Test
    void showsBinaryOutputWithinItsBounds() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.AUTO)) {
            Shell.Output printed = desk.run("head -c 150000 /dev/urandom").output();

            assertThat(printed.truncated()).isTrue();
            assertThat(printed.output().getBytes(StandardCharsets.UTF_8).length)
                    .isLessThanOrEqualTo(ShellFixture.OUTPUT_BYTES);
            assertThat(desk.spilled.size()).isEqualTo(150_000);
        }
    }

    @Test
    void takes200MegabytesInLittleMemory() throws Exception {
        assertFits(200);
    }

    @Test
    @Tag("deep")
    void takesTwoGigabytesInLittleMemory() throws Exception {
        assertFits(2048);
    }

    private void assertFits(int megabytes) throws Exception {
        var counted = new Counting();
        try (var desk = new ShellFixture(root, SandboxMode.AUTO).spillingInto(counted)) {
            long before = used();
            Shell.Result ended =
                    desk.run(
                            "head -c %dM /dev/zero | tr '\\0' x".formatted(megabytes),
                            Duration.ofMinutes(4));

            assertThat(ended.exitCode()).isZero();
            assertThat(counted.bytes).isEqualTo(megabytes * 1024L * 1024L);
            assertThat(used() - before).isLessThan(64L * 1024 * 1024);
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static final class Counting extends OutputStream {

        private long bytes;

        @Override
        public void write(int b) {
            bytes++;
        }

        @Override
        public void write(byte[] b, int from, int length) {
            bytes += length;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\u001b[31mred\u001b[0m' | 'red'",
                "'a\u001b]0;title\u0007b' | 'ab'",
                "'a\u001b]8;;http://x\u001b\\\\link\u001b]8;;\u001b\\\\b' | 'alinkb'",
                "'10%\r20%\r\ndone' | '10%\n20%\ndone'",
                "'N\bNAME' | 'NAME'",
                "'bell\u0007' | 'bell'",
                "'a\u0000b\u009b31mc' | 'a\uFFFDbc'",
                "'\u001bPq payload\u001b\\\\after' | 'after'",
                "'cut\u001b[3' | 'cut'",
                "'tab\tstays' | 'tab\tstays'"
            })
    void neutralisesWhatMovesTheCursor(String raw, String plain) {
        assertThat(PlainText.of(raw.replace("\\\\", "\\"))).isEqualTo(plain);
    }

    @Test
    void neverLetsAControlCharacterThrough() {
        var random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            var bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            assertThat(PlainText.of(bytes))
                    .doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]");
        }
    }
}
