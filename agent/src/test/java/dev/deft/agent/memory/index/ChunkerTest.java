package dev.deft.agent.memory.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunkerTest {

    private static final int TEXTS = 300;

    private static List<String> texts(String text) {
        return Chunker.split(text).stream().map(it -> Chunker.text(text, it)).toList();
    }

    private static String words(int count) {
        return "word ".repeat(count).strip();
    }

    @Test
    void joinsShortParagraphsBelowOneHeading() {
        assertThat(texts("# A\n\none\n\ntwo\n\n# B\n\nthree\n"))
                .containsExactly("# A\n\none\n\ntwo", "# B\n\nthree");
    }

    @Test
    void startsANewPassageWhereTheNextParagraphDoesNotFit() {
        String first = words(60);
        String second = words(50);
        assertThat(texts(first + "\n\n" + second + "\n")).containsExactly(first, second);
    }

    @Test
    void splitsALongParagraphAtLinesWithOverlap() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            lines.add("line" + i + " " + words(9));
        }
        List<Chunk> chunks = Chunker.split(String.join("\n", lines));
        assertThat(chunks)
                .containsExactly(
                        new Chunk(1, 9, 0, length(lines, 1, 9)),
                        new Chunk(8, 16, 0, length(lines, 8, 16)),
                        new Chunk(15, 20, 0, length(lines, 15, 20)));
    }

    private static int length(List<String> lines, int from, int to) {
        return String.join("\n", lines.subList(from - 1, to)).length();
    }

    @Test
    void splitsALongLineBetweenWords() {
        String line = words(200);
        List<Chunk> chunks = Chunker.split("short\n\n" + line + "\n");
        assertThat(chunks.stream().map(Chunk::startLine)).containsExactly(1, 3, 3, 3);
        assertThat(texts("short\n\n" + line + "\n").get(1)).startsWith("word word");
    }

    @Test
    void countsSignsOfScriptsWithoutSpaces() {
        assertThat(texts("記".repeat(200))).hasSizeGreaterThan(2);
        assertThat(texts("x".repeat(5_000))).hasSizeGreaterThan(3);
        assertThat(texts("-".repeat(5_000))).hasSizeGreaterThan(3);
    }

    @Test
    void findsNothingInNothing() {
        assertThat(Chunker.split("")).isEmpty();
        assertThat(Chunker.split("\n \n\t\n")).isEmpty();
    }

    /// The independent judge: the lines as `String.split` sees them.
    @Test
    void hasTheLinesThatItNames() {
        var random = new Random(7);
        for (int i = 0; i < TEXTS; i++) {
            String text = text(random);
            String[] lines = text.split("\n", -1);
            for (Chunk chunk : Chunker.split(text)) {
                String whole =
                        String.join(
                                "\n",
                                Arrays.asList(lines)
                                        .subList(chunk.startLine() - 1, chunk.endLine()));
                String plain =
                        whole.endsWith("\r") ? whole.substring(0, whole.length() - 1) : whole;
                String passage = Chunker.text(text, chunk);
                if (chunk.startLine() < chunk.endLine()
                        || Chunker.words(plain) <= Chunker.MAX_WORDS) {
                    assertThat(passage).isEqualTo(plain);
                } else {
                    assertThat(plain).contains(passage);
                }
                assertThat(Chunker.words(passage)).isBetween(0, Chunker.MAX_WORDS + 1);
                assertThat(passage).isNotBlank();
            }
        }
    }

    @Test
    void leavesNoWordOut() {
        var random = new Random(11);
        for (int i = 0; i < TEXTS; i++) {
            String text = text(random);
            List<String> chunks = texts(text);
            for (String word : text.split("[^a-z0-9]+", -1)) {
                assertThat(chunks).as(word).anyMatch(it -> it.contains(word));
            }
        }
    }

    private static String text(Random random) {
        var text = new StringBuilder("w0 ");
        int lines = random.nextInt(30);
        for (int line = 0; line < lines; line++) {
            switch (random.nextInt(6)) {
                case 0 -> text.append("# heading");
                case 1 -> text.append(random.nextBoolean() ? "" : "  ");
                case 2 -> append(text, random, 150);
                default -> append(text, random, 14);
            }
            text.append(random.nextInt(8) == 0 ? "\r\n" : "\n");
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Random random, int most) {
        int words = random.nextInt(most);
        for (int i = 0; i < words; i++) {
            text.append('w')
                    .append(random.nextInt(1_000))
                    .append(random.nextInt(9) == 0 ? ". " : " ");
        }
    }
}
