package dev.deft.script.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// GNU sed is the oracle: with `--sandbox` it rejects scripts that run, read or write files.
@Tag("slow")
class SedScriptJudgedBySedTest {

    private static final List<String> PIECES =
            List.of(
                    "s", "y", "/", "/", "/", "a", "b", "p", "d", "e", "w", "r", "W", "R", "q", "1",
                    "$", ",", "!", ";", "\n", "{", "}", " ", "g", "I", "M", "m", "\\", "[", "]",
                    "|", "x f", "w f", "e f", "s/a/b/", "/a/", "y/a/b/", "s|a|b|", "\\n", "l", "=",
                    "#", ":a", "n;", "c", "i", "~", "+", "0");

    @TempDir Path directory;

    @Test
    void takesNoScriptForHarmlessThatSedRejects() throws IOException, InterruptedException {
        var random = new Random(1);
        List<String> harmless =
                Stream.generate(() -> script(random))
                        .limit(200_000)
                        .filter(SedScript::isHarmless)
                        .distinct()
                        .limit(2_000)
                        .toList();
        for (int i = 0; i < harmless.size(); i++) {
            Files.writeString(directory.resolve("%04d.sed".formatted(i)), harmless.get(i));
        }
        Process process =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "sed --sandbox -n p </dev/null || exit 9;"
                                        + " for f in *.sed; do echo \"$f\";"
                                        + " sed --sandbox -n \"$(cat \"$f\"; echo ' ')\" </dev/null;"
                                        + " done 2>&1")
                        .directory(directory.toFile())
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(process.waitFor() != 9, "sed has no sandbox here");

        assertThat(harmless).hasSizeGreaterThan(1_000);
        assertThat(output.lines().filter(it -> it.contains("sandbox mode"))).isEmpty();
        assertThat(output.lines().filter(it -> it.endsWith(".sed"))).hasSize(harmless.size());
        long rejected = output.lines().filter(it -> it.contains("-e expression")).count();
        assertThat(harmless.size() - rejected).as("scripts that sed accepts").isGreaterThan(400);
    }

    private static String script(Random random) {
        return IntStream.range(0, 1 + random.nextInt(9))
                .mapToObj(_ -> PIECES.get(random.nextInt(PIECES.size())))
                .collect(Collectors.joining());
    }
}
