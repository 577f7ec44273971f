package dev.deft.search.grep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Matches are stored as they are written; what is known of a single line is read in that.
class FileMatchesTest {

    private static final String NAME = "dir:1:/ä.txt";
    private static final int TOO_LONG = 70_000;

    /// A line as it was added.
    private record Added(long number, String text, int hit) {}

    @Test
    void knowsTheLinesThatWereAdded() throws Exception {
        List<Added> added = lines(new Random(3));
        FileMatches matches = written(added);
        assertSame(matches, added);
        ByteBuffer stored = matches.write();
        stored.getInt();
        assertSame(FileMatches.read(stored), added);
    }

    /// Some empty, some with colons and digits at their start, some cut at either end or at both.
    private static List<Added> lines(Random random) {
        List<Added> lines = new ArrayList<>();
        long number = 1;
        for (int i = 0; i < 100; i++) {
            number += random.nextInt(1 << random.nextInt(20)) + 1;
            String text =
                    switch (random.nextInt(5)) {
                        case 0 -> "";
                        case 1 -> ":17:" + "x".repeat(random.nextInt(40));
                        case 2 -> "é€".repeat(random.nextInt(40)) + "\r…";
                        case 3 -> i % 9 == 0 ? "a".repeat(TOO_LONG + random.nextInt(99)) : "…";
                        default -> "12:" + i;
                    };
            lines.add(new Added(number, text, random.nextInt(text.length() + 1)));
        }
        return lines;
    }

    private static FileMatches written(List<Added> added) {
        var writer = new MatchWriter();
        byte[] path = ("below/" + NAME).getBytes(UTF_8);
        writer.begin(path, NAME, path, "below/".length());
        for (Added it : added) {
            byte[] text = ("##" + it.text + "##").getBytes(UTF_8);
            int hit = 2 + it.text.substring(0, it.hit).getBytes(UTF_8).length;
            writer.add(it.number, text, 2, text.length - 2, hit);
        }
        return writer.part();
    }

    private static void assertSame(FileMatches matches, List<Added> added) throws IOException {
        var all = new ByteArrayOutputStream();
        assertThat(matches.size()).isEqualTo(added.size());
        for (int i = 0; i < added.size(); i++) {
            Added line = added.get(i);
            RawMatch match = matches.line(i);
            assertThat(match.file()).isEqualTo(NAME);
            assertThat(match.line()).isEqualTo(line.number);
            assertThat(match.length()).isEqualTo(line.text.length());
            if (line.text.length() < TOO_LONG) {
                assertThat(match.text()).isEqualTo(line.text);
                assertThat(match.matchAt()).isEqualTo(line.hit);
            } else {
                assertThat(line.text).contains(match.text());
                assertThat(match.matchAt()).isBetween(0, match.text().length());
            }
            var one = new ByteArrayOutputStream();
            match.writeTo(one);
            assertThat(one.toString(UTF_8))
                    .startsWith(NAME + ":" + line.number + ":")
                    .contains(match.text())
                    .endsWith("\n");
            one.writeTo(all);
        }
        var together = new ByteArrayOutputStream();
        matches.writeTo(together);
        assertThat(together.toByteArray()).isEqualTo(all.toByteArray());
    }
}
