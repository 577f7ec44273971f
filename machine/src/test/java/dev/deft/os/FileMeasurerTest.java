package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.FileMeasure;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMeasurerTest {

    private static final int MOST = 10_000;

    @TempDir private Path root;
    private Bench bench;

    @BeforeEach
    void open() throws Exception {
        PathScope scope =
                new PathScope() {
                    @Override
                    public boolean mayRead(String path) {
                        return !path.startsWith("private/");
                    }

                    @Override
                    public boolean mayWrite(String path) {
                        return true;
                    }
                };
        bench = Bench.of(root, Trees.IN_ONE_STEP, scope);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void countsAsWcDoes() throws Exception {
        var random = new Random(7);
        List<String> files = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            String text = "ab\\n\\r é".repeat(random.nextInt(40)).replace("\\n", "\n") + "\n";
            bench.put("d" + i % 7 + "/f" + i, text);
            files.add("d" + i % 7 + "/f" + i);
        }
        Map<String, List<Long>> expected = wc(files);

        assertThat(bench.files().measure(files, MOST))
                .extracting(FileMeasure::file)
                .isEqualTo(files);
        for (FileMeasure it : bench.files().measure(files, MOST)) {
            assertThat(List.of(it.lines().orElseThrow(), it.bytes()))
                    .as(it.file())
                    .isEqualTo(expected.get(it.file()));
        }
    }

    @Test
    void leavesOutWhatIsHiddenGoneOrNoFile() throws Exception {
        Path text = bench.put("a.txt", "one\ntwo");
        bench.put("private/key.txt", "secret");
        bench.put("binary", "a\0b\n");
        bench.put("large", "x\n".repeat(MOST));
        Files.createSymbolicLink(root.resolve("link"), text);
        Instant changed = Instant.ofEpochSecond(1_000_000);
        for (String it : List.of("a.txt", "binary", "large")) {
            Files.setLastModifiedTime(root.resolve(it), FileTime.from(changed));
        }

        List<String> asked =
                List.of("a.txt", "private/key.txt", "gone", "../x", "link", "binary", "large");
        assertThat(bench.files().measure(asked, MOST))
                .containsExactly(
                        new FileMeasure("a.txt", 7, OptionalLong.of(2), changed, Optional.empty()),
                        FileMeasure.uncounted("binary", 4, changed),
                        FileMeasure.uncounted("large", 2L * MOST, changed));
    }

    @Test
    void isNoReading() throws Exception {
        bench.put("a.txt", "one\n");
        bench.read("a.txt");
        Path changed = bench.put("a.txt", "changed by somebody else\n");

        bench.files().measure(List.of("a.txt"), MOST);

        var file = bench.files().resolve("a.txt");
        var noticed = new ArrayList<Boolean>();
        bench.files()
                .change(
                        List.of(file),
                        current -> {
                            current.forEach((_, it) -> noticed.add(it.changedSinceRead()));
                            return Map.of();
                        });
        assertThat(noticed).containsExactly(true);
        assertThat(changed).hasContent("changed by somebody else\n");
    }

    private Map<String, List<Long>> wc(List<String> files)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("wc", "-lc"));
        command.addAll(files);
        Process wc = new ProcessBuilder(command).directory(root.toFile()).start();
        Map<String, List<Long>> counts = new HashMap<>();
        try (BufferedReader lines = wc.inputReader(StandardCharsets.UTF_8)) {
            lines.lines()
                    .map(it -> it.strip().split(" +", -1))
                    .forEach(it ->
                            counts.put(
                                    it[2], List.of(Long.parseLong(it[0]), Long.parseLong(it[1]))));
        }
        assertThat(wc.waitFor()).isZero();
        return counts;
    }
}
