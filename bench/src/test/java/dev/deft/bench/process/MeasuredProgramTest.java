package dev.deft.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredProgramTest {

    @TempDir Path directory;

    private MeasuredProgram shell(String script, Duration limit) {
        return new MeasuredProgram(
                List.of("/bin/sh", "-c", script),
                Map.of("PATH", System.getenv("PATH")),
                directory,
                directory.resolve("out"),
                directory.resolve("err"),
                limit);
    }

    @Test
    void countsWhatAnOrphanNeeds() throws IOException {
        String busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        MeasuredProgram.Cost alone = shell(busy, Duration.ofMinutes(1)).run();
        // The one in the middle ends first, so that nobody in between waits for the busy one.
        MeasuredProgram.Cost orphan =
                shell(
                                "mkfifo done; (sh -c '" + busy + "; echo >done' &); read it <done",
                                Duration.ofMinutes(1))
                        .run();
        assertThat(alone.exitCode()).isZero();
        assertThat(alone.cpuSeconds()).isPositive();
        assertThat(alone.megabytes()).isBetween(0.0, 100.0);
        assertThat(orphan.exitCode()).isZero();
        assertThat(orphan.cpuSeconds()).isGreaterThan(alone.cpuSeconds() / 2);
    }

    @Test
    void leavesNothingBehind() throws IOException {
        MeasuredProgram.Cost cost =
                shell("(setsid sleep 600 & echo $! >pid); echo said; exit 7", Duration.ofMinutes(1))
                        .run();
        assertThat(cost.exitCode()).isEqualTo(7);
        assertThat(cost.inTime()).isTrue();
        assertThat(Files.readString(directory.resolve("out"))).isEqualTo("said\n");
        long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    @Test
    void endsWhatTakesTooLong() throws IOException {
        MeasuredProgram.Cost cost = shell("sleep 600", Duration.ofMillis(1)).run();
        assertThat(cost.inTime()).isFalse();
        assertThat(cost.exitCode()).isEqualTo(128 + 9);
    }
}
