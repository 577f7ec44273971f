package dev.deft.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.search.grep.GrepOutcome;
import dev.deft.search.grep.LineQuery;
import dev.deft.search.regex.PatternMaker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Our matches against ripgrep's, on generated patterns and texts.
class RipgrepTest {

    @TempDir Path root;

    @Test
    void agreesWithRipgrepOnGeneratedPatterns() throws Exception {
        compare(0, 150);
    }

    @Test
    @Tag("deep")
    void agreesWithRipgrepOnManyGeneratedPatterns() throws Exception {
        compare(5000, 3000);
    }

    private void compare(int firstSeed, int count) throws Exception {
        var commands = new SearchCommands(root, Map.of());
        try (Search search = Search.open(root, Map.of());
                Search portable = Search.openPortable(root, Map.of())) {
            for (int seed = firstSeed; seed < firstSeed + count; seed++) {
                TreeMaker.clear(root);
                var maker = PatternMaker.forRipgrep(seed);
                String pattern = maker.pattern();
                fill(maker);
                List<String> expected =
                        new ArrayList<>(
                                List.of(
                                        new String(
                                                        commands.run(
                                                                "rg",
                                                                "--no-config",
                                                                "-n",
                                                                "-H",
                                                                "-a",
                                                                "--no-heading",
                                                                "-e",
                                                                pattern,
                                                                "."),
                                                        UTF_8)
                                                .split("\n", -1)));
                expected.removeLast();
                expected.replaceAll(it -> it.substring(2));
                expected.sort(SearchCommands::byBytes);
                assertThat(lines(search, pattern))
                        .as("seed %d: %s", seed, pattern)
                        .isEqualTo(expected);
                assertThat(lines(portable, pattern)).as("portable, %d", seed).isEqualTo(expected);
            }
        }
    }

    private void fill(PatternMaker maker) throws Exception {
        Path below = Files.createDirectories(root.resolve("d/e"));
        for (Path directory : List.of(root, root.resolve("d"), below)) {
            for (String name : List.of("x", "y.txt")) {
                var text = new StringBuilder();
                for (int i = 0; i < 14; i++) {
                    text.append(maker.line()).append(i == 13 && name.equals("x") ? "" : "\n");
                }
                Files.writeString(directory.resolve(name), text);
            }
        }
    }

    private static List<String> lines(Search search, String pattern) throws Exception {
        List<String> all = new ArrayList<>();
        GrepOutcome outcome =
                search.grep(
                        LineQuery.of(pattern)
                                .withSink(part -> {
                                    for (int i = 0; i < part.size(); i++) {
                                        all.add(part.line(i) + "");
                                    }
                                }));
        assertThat(outcome).isInstanceOf(GrepOutcome.Found.class);
        assertThat(((GrepOutcome.Found) outcome).total()).isEqualTo(all.size());
        all.sort(SearchCommands::byBytes);
        return all;
    }
}
