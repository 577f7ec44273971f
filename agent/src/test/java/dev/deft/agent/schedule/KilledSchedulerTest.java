package dev.deft.agent.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.os.OsFileLocks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two real processes share a workspace, and one of them is killed again and again.
@Tag("slow")
class KilledSchedulerTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MINUTES = 60;
    private static final int KILL_EVERY = 10;

    @TempDir private Path directory;

    @Test
    void everyInstantIsRunOnceByWhoeverComesFirst() throws IOException, InterruptedException {
        Path root = Files.createDirectories(directory.resolve("work"));
        Path data = directory.resolve("home");
        var store =
                new FileScheduleStore(
                        root, data, new OsFileLocks(), new ManualClock(START.toString()), _ -> {});
        store.add(JobSamples.job("a", "* * * * *", "UTC"));
        store.add(JobSamples.job("b", "*/2 * * * *", "UTC"));
        List<String> ran = new ArrayList<>();
        List<Instant> killedAt = new ArrayList<>();
        Child stays = new Child(root, data, START);
        Child dies = new Child(root, data, START);
        try {
            for (int i = 1; i <= MINUTES; i++) {
                Instant now = START.plusSeconds(60L * i);
                stays.tick(now);
                dies.tick(now);
                if (i % KILL_EVERY == 0) {
                    dies.kill();
                    killedAt.add(now);
                }
                stays.await(ran);
                dies.await(ran);
                if (i % KILL_EVERY == 0) {
                    dies = new Child(root, data, now);
                }
            }
        } finally {
            stays.kill();
            dies.kill();
        }

        Map<String, Integer> counts = new TreeMap<>();
        ran.forEach(it -> counts.merge(it, 1, Integer::sum));
        assertThat(counts.values()).allMatch(it -> it == 1);
        for (int i = 1; i <= MINUTES; i++) {
            Instant due = START.plusSeconds(60L * i);
            if (!killedAt.contains(due)) {
                assertThat(counts).containsKey("ran a " + due);
                assertThat(counts.containsKey("ran b " + due)).isEqualTo(i % 2 == 0);
            }
        }
    }

    /// A process with a scheduler.
    private static final class Child {

        private final Process process;
        private final PrintStream in;
        private final BufferedReader out;

        Child(Path root, Path data, Instant now) throws IOException {
            process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    SchedulerChild.class.getName(),
                                    root.toString(),
                                    data.toString(),
                                    now.toString())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
            out =
                    new BufferedReader(
                            new InputStreamReader(
                                    process.getInputStream(), StandardCharsets.UTF_8));
            await(new ArrayList<>());
        }

        void tick(Instant now) {
            in.println(now);
        }

        /// Collects what it ran, up to its `ok` or its end.
        void await(List<String> ran) throws IOException {
            for (String line = out.readLine();
                    line != null && !line.equals("ok");
                    line = out.readLine()) {
                ran.add(line);
            }
        }

        void kill() {
            boolean _ = process.toHandle().destroyForcibly();
        }
    }
}
