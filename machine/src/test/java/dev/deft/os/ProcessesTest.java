package dev.deft.os;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several processes in one workspace, some of which are killed.
class ProcessesTest {

    private static final String UTF_8_LOCALE = "C.UTF-8";

    @TempDir private Path root;

    @Test
    void twoProcessesLoseNoEdit() throws Exception {
        Files.writeString(root.resolve("n.txt"), "0");
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            processes.add(Child.process(UTF_8_LOCALE, "count", root, 500).start());
        }
        for (Process process : processes) {
            assertThat(process.waitFor()).isZero();
        }
        assertThat(root.resolve("n.txt")).hasContent("1000");
        assertThat(Bench.leftovers(root)).isEmpty();
    }

    @Test
    void aKilledProcessLeavesAllOrNothing() throws Exception {
        kill(12);
    }

    @Test
    @Tag("deep")
    void aKilledProcessLeavesAllOrNothingManyTimes() throws Exception {
        kill(300);
    }

    private void kill(int rounds) throws IOException, InterruptedException {
        var random = new Random(rounds);
        int said = 0;
        for (int round = 0; round < rounds; round++) {
            Process process = Child.process(UTF_8_LOCALE, "churn", root, said + 1).start();
            try (BufferedReader out = process.inputReader(UTF_8)) {
                for (int i = 0; i <= random.nextInt(3); i++) {
                    said = Integer.parseInt(out.readLine());
                }
                // Hits another step of the next change each time.
                spin(random.nextInt(3_000_000));
                assertThat(process.toHandle().destroyForcibly()).isTrue();
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    said = Integer.parseInt(line);
                }
            }
            process.waitFor();
            WorkspaceTree.open(root.toString(), Map.of()).close();
            var contents = new HashSet<String>();
            for (String path : List.of("a", "b", "c/c")) {
                contents.add(Files.readString(root.resolve(path)));
            }
            assertThat(contents).as("round %d", round).hasSize(1);
            int number = Integer.parseInt(contents.iterator().next().split(" ", 2)[0]);
            assertThat(number).as("round %d", round).isBetween(said, said + 1);
            assertThat(Bench.leftovers(root).stream().filter(it -> !it.contains("locks")))
                    .as("round %d", round)
                    .isEmpty();
            said = number;
        }
    }

    private static void spin(int nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    void namesAreUtf8UnderAnyLocale() throws Exception {
        Files.writeString(root.resolve("übung.txt"), "text");
        Process process = Child.process("C", "names", root).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(said.lines()).containsExactly("text", ".deft", "größe", "übung.txt");
        assertThat(root.resolve("größe/日本.txt")).hasContent("made");
    }
}
