package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Commands that try to leave something running behind.
///
/// What they leave would be called `sleep` with a number nobody else uses: that is how it is
/// counted.
class LeftoverProcessesTest {

    private static final List<String> WAYS =
            List.of(
                    "%s &",
                    "setsid %s &",
                    "setsid -f %s",
                    "nohup %s >/dev/null 2>&1 &",
                    "(%s &)",
                    "(setsid %s &) &",
                    "env -i setsid -f /usr/bin/%s",
                    "env -i /bin/sh -c '(setsid %s &)'",
                    "sh -c '(setsid sh -c \"%1$s & %1$s\" &)' &",
                    "bash -c 'trap \"\" TERM HUP INT; %s & wait' &",
                    "%s | cat &",
                    "coproc %s",
                    "for i in 1 2 3 4 5; do setsid %s & done",
                    "setsid sh -c 'while :; do setsid %s & sleep 0.02; done' &",
                    "exec 9>&1; %s >&9 &",
                    "{ %s & disown; } 2>/dev/null",
                    "trap '%s' EXIT",
                    "timeout 900 %s &");

    private static final List<String> ENDS =
            List.of("true", "exit 7", "sleep 900", "wait", "kill -KILL $$", "exec sleep 900");

    @TempDir Path root;

    @ParameterizedTest
    @EnumSource
    void areNone(Tier tier) throws Exception {
        tryAll(tier, 34);
    }

    @Tag("deep")
    @ParameterizedTest
    @EnumSource
    void areNoneAfterManyCommands(Tier tier, TestReporter reporter) throws Exception {
        Duration slowest = tryAll(tier, 1_000);
        reporter.publishEntry(tier + ", slowest to be gone", slowest.toString());
    }

    /// Runs so many commands, and sees what they started gone after each.
    ///
    /// @return the longest time that took
    private Duration tryAll(Tier tier, int commands) throws Exception {
        var random = new Random(commands);
        Duration slowest = Duration.ZERO;
        String sleeper =
                "sleep 86%d.%d"
                        .formatted(
                                ThreadLocalRandom.current().nextInt(10_000, 100_000),
                                ProcessHandle.current().pid());
        try (var desk = Tiers.desk(tier, root)) {
            for (int i = 0; i < commands; i++) {
                String script = script(random, sleeper);
                desk.run(script, Duration.ofMillis(150));
                long from = System.nanoTime();
                assertThat(ShellFixture.eventually(() -> alive(sleeper) == 0)).as(script).isTrue();
                Duration took = Duration.ofNanos(System.nanoTime() - from);
                slowest = took.compareTo(slowest) > 0 ? took : slowest;
            }
        }
        return slowest;
    }

    private static String script(Random random, String sleeper) {
        var script = new StringBuilder();
        for (int ways = 1 + random.nextInt(3); ways > 0; ways--) {
            script.append(WAYS.get(random.nextInt(WAYS.size())).formatted(sleeper)).append('\n');
        }
        return script.append(ENDS.get(random.nextInt(ENDS.size()))).toString();
    }

    private static long alive(String sleeper) {
        String words = sleeper.replace(' ', '\0');
        long count = 0;
        try (DirectoryStream<Path> processes =
                Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                count += commandLine(process).contains(words) ? 1 : 0;
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return count;
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }
}
