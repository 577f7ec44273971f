package dev.deft.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchUsageTest {

    @TempDir Path directory;

    @Test
    void peersTakesRoundsAndDirectories() {
        String given = directory.toString();
        assertThat(
                        PeersBench.Wish.parse(
                                Optional.of("/elsewhere"), "2", "--peers", given, "--repo", given))
                .isEqualTo(new PeersBench.Wish(2, Optional.of(directory), directory));
        assertThat(PeersBench.Wish.parse(Optional.of(given)).peers()).contains(directory);
    }

    @Test
    void peersRefusesWhatItDoesNotKnow() {
        refused("not --fast", "--fast");
        refused("not 0", "0");
        refused("--peers needs a directory", "--peers");
        refused("--repo needs a directory", "--repo", directory.resolve("none").toString());
    }

    private static void refused(String why, String... args) {
        assertThatThrownBy(() -> PeersBench.Wish.parse(Optional.empty(), args))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void allWritesOnlyTheWholeTable() {
        assertThat(AllBench.Wish.parse("--quick", "--write").write()).isTrue();
        assertThat(AllBench.Wish.parse("line").wants("loop")).isFalse();
        assertThatThrownBy(() -> AllBench.Wish.parse("--write", "line"))
                .hasMessageContaining("needs all benches");
        assertThatThrownBy(() -> AllBench.Wish.parse("lines"))
                .hasMessageContaining("no such bench or option: lines");
    }

    @Test
    void endsWithTwoWhenTheArgumentsAreWrong() throws IOException, InterruptedException {
        for (String bench : benches()) {
            Process process =
                    new ProcessBuilder(
                                    ProcessHandle.current().info().command().orElseThrow(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "dev.deft.bench." + bench,
                                    "--wrong")
                            .redirectErrorStream(true)
                            .start();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(bench + said).isEqualTo(2);
            assertThat(said).startsWith("bench: ").contains("--wrong");
        }
    }

    private static List<String> benches() throws IOException {
        try (var files = Files.list(Path.of("src/main/java/dev/deft/bench"))) {
            return files.map(it -> it.getFileName().toString())
                    .filter(it -> it.endsWith("Bench.java"))
                    .map(it -> it.substring(0, it.length() - ".java".length()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void everyBenchIsInTheListOfAll() throws IOException {
        assertThat(benches())
                .filteredOn(it -> !it.equals("AllBench"))
                .hasSizeGreaterThan(10)
                .allSatisfy(it ->
                        assertThat(
                                        AllBench.Wish.parse(
                                                it.replace("Bench", "").toLowerCase(Locale.ROOT)))
                                .isNotNull());
    }
}
