package dev.deft.app.terminal.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.RandomText;
import dev.deft.app.terminal.StyledLines;
import dev.deft.app.terminal.ui.Theme;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class MarkdownLinesTest {

    private static final Theme THEME = new Theme(true);
    private static final int SAMPLES = 1_500;

    @Test
    void givesTheSameLinesHoweverTheTextIsCut() {
        for (int seed = 0; seed < SAMPLES; seed++) {
            var random = new Random(seed);
            String text = RandomMarkdown.of(random);
            int columns = 20 + random.nextInt(231);
            var stream = new MarkdownLines(THEME);
            var lines = new ArrayList<AttributedString>();
            for (int at = 0; at < text.length(); ) {
                int end = Math.min(text.length(), at + 1 + random.nextInt(40));
                lines.addAll(stream.take(text.substring(at, end), columns));
                at = end;
            }
            lines.addAll(stream.end(columns));
            assertThat(lines)
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(MarkdownLines.of(text, columns, THEME));
        }
    }

    @Test
    void drawsAnUnfinishedTextAsIfItEndedThere() {
        for (int seed = 0; seed < SAMPLES / 4; seed++) {
            var random = new Random(seed);
            String text = RandomMarkdown.of(random);
            int columns = 20 + random.nextInt(100);
            var stream = new MarkdownLines(THEME);
            var given = new ArrayList<AttributedString>();
            for (int at = 0; at < text.length(); ) {
                int end = Math.min(text.length(), at + 1 + random.nextInt(400));
                given.addAll(stream.take(text.substring(at, end), columns));
                at = end;
                var shown = new ArrayList<>(given);
                shown.addAll(stream.open(columns));
                assertThat(shown)
                        .as("seed %d up to %d: %s", seed, at, text)
                        .isEqualTo(MarkdownLines.of(text.substring(0, at), columns, THEME));
            }
        }
    }

    @Test
    void staysWithinTheScreenAndShowsNothingThatHidesOrMoves() {
        for (int seed = 0; seed < SAMPLES; seed++) {
            var random = new Random(seed);
            String text = RandomMarkdown.of(random);
            int columns = 20 + random.nextInt(231);
            List<AttributedString> lines =
                    MarkdownLines.of(text, columns, new Theme(random.nextBoolean()));
            for (AttributedString line : lines) {
                assertThat(line.columnLength())
                        .as("seed %d: %s", seed, line)
                        .isLessThanOrEqualTo(columns);
                assertThat(line.toString()).as("seed %d", seed).doesNotContain("\n", "\t");
                assertThat(RandomText.isSafe(line.toString()))
                        .as("seed %d: %s", seed, line)
                        .isTrue();
            }
        }
    }

    @Test
    void hasNoBlankLineAtTheStartOrTheEnd() {
        for (int seed = 0; seed < SAMPLES; seed++) {
            List<AttributedString> lines =
                    MarkdownLines.of(RandomMarkdown.of(new Random(seed)), 80, THEME);
            if (!lines.isEmpty()) {
                assertThat(lines.getFirst().toString()).as("seed %d", seed).isNotBlank();
                assertThat(lines.getLast().toString()).as("seed %d", seed).isNotBlank();
            }
        }
    }

    @Test
    void leavesRoomForTheTextOfDeepQuotesAndLists() {
        String deep = "> ".repeat(15) + "- ".repeat(5) + "123456789. some words and more of them";
        for (int columns = 2; columns < 60; columns++) {
            for (AttributedString line : MarkdownLines.of(deep, columns, THEME)) {
                assertThat(line.columnLength()).isLessThanOrEqualTo(columns);
            }
        }
        assertThat(StyledLines.plain(MarkdownLines.of(deep, 20, THEME)))
                .isEqualTo(
                        """
                        123456789. some
                                   words and
                                   more of
                                   them\
                        """);
    }
}
