package dev.deft.app.terminal.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.StyledLines;
import dev.deft.app.terminal.ui.Theme;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownStreamingTest {

    private static final int COLUMNS = 40;

    private final MarkdownLines markdown = new MarkdownLines(new Theme(true));

    private String take(String piece) {
        return StyledLines.plain(markdown.take(piece, COLUMNS));
    }

    private String open() {
        return StyledLines.plain(markdown.open(COLUMNS));
    }

    @Test
    void givesOutAHeadingAndARuleAtTheEndOfTheirLines() {
        assertThat(take("# Title")).isEmpty();
        assertThat(open()).isEqualTo("Title");
        assertThat(take("\n")).isEqualTo("Title");
        assertThat(open()).isEmpty();
        assertThat(take("---\n")).isEqualTo("\n" + "─".repeat(COLUMNS));
    }

    @Test
    void givesOutCodeLineByLineAndKeepsACommentOpen() {
        assertThat(take("```java\n")).isEqualTo("  java");
        assertThat(take("int a;\n")).isEqualTo("  int a;");
        assertThat(take("/* open\n")).isEqualTo("  /* open");
        assertThat(StyledLines.styled(markdown.take("still */ int b;\n", COLUMNS)))
                .isEqualTo("  ⟨faint italic:still */⟩ ⟨cyan:int⟩ b;");
        assertThat(take("\n\n")).isEmpty();
        assertThat(take("int c;\n")).isEqualTo("\n\n  int c;");
        assertThat(take("\n```\n")).isEmpty();
        assertThat(take("After.\n\n")).isEqualTo("\nAfter.");
    }

    @Test
    void givesOutItemsOneByOne() {
        assertThat(take("- one\n")).isEmpty();
        assertThat(open()).isEqualTo("• one");
        assertThat(take("- two\n")).isEqualTo("• one");
        assertThat(take("  - nested\n")).isEqualTo("• two");
        assertThat(take("\nText")).isEqualTo("  ◦ nested");
        assertThat(open()).isEqualTo("\nText");
        assertThat(StyledLines.plain(markdown.end(COLUMNS))).isEqualTo("\nText");
    }

    @Test
    void givesOutATableWhenItIsComplete() {
        assertThat(take("|a|b|\n|-|-|\n|1|2|\n")).isEmpty();
        assertThat(open()).isEqualTo("a │ b\n──┼──\n1 │ 2");
        assertThat(take("\n")).isEqualTo("a │ b\n──┼──\n1 │ 2");
    }

    @Test
    void givesOutTheFirstLinesOfAVeryLongParagraphBeforeItEnds() {
        String given = take("Some **strong** words. ".repeat(1_000));
        assertThat(given.length()).isGreaterThan(10_000);
        assertThat(open().length()).isLessThan(3_000);
    }

    @Test
    void givesOutTheFirstRowsOfAVeryLongTable() {
        String given = take("|a|b|\n|-|-|\n" + "|1|2|\n".repeat(100));
        assertThat(given.lines().count()).isEqualTo(102);
        assertThat(take("|3|4|\n")).isEqualTo("3 │ 4");
    }

    @Test
    void startsAnotherTextAfterTheEnd() {
        assertThat(take("```\ncode")).isEmpty();
        assertThat(StyledLines.plain(markdown.end(COLUMNS))).isEqualTo("  code");
        assertThat(take("# Next\n")).isEqualTo("Next");
    }

    @Test
    void wrapsTheRestAnewWhenTheScreenGetsNarrower() {
        assertThat(take("Some words that fit on one line")).isEmpty();
        assertThat(open()).isEqualTo("Some words that fit on one line");
        assertThat(StyledLines.plain(markdown.open(20)))
                .isEqualTo("Some words that fit\non one line");
    }

    @Test
    void joinsWhatACutTakesApart() {
        assertThat(take("a \ud83d")).isEmpty();
        assertThat(take("\ude00 b\r")).isEmpty();
        assertThat(take("\nc\r\n\r")).isEqualTo("a 😀 b c");
        assertThat(take("\nd\n\n")).isEqualTo("\nd");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Some **words** and `code`. ",
                "*a **b ",
                "[",
                "` `` ``` ",
                "> ",
                "- ",
                "<a b ",
                "| a ",
                "e\u0301",
                "👍🏽",
                "&#x202e;",
                "\u001b]",
                "- x\n",
                "> *q*\n",
                "|*a*|b|\n|-|-|\n",
                "```\nx\n```\n"
            })
    void parsesABoundedNumberOfCharactersPerPieceHoweverLongTheTextIs(String pattern) {
        String text = pattern.repeat(20_000 / pattern.length());
        long most = 0;
        for (int at = 0; at < text.length(); at += 32) {
            long before = markdown.parsed();
            int lines =
                    markdown.take(text.substring(at, Math.min(text.length(), at + 32)), 80).size();
            lines += markdown.open(80).size();
            assertThat(lines).isLessThan(400);
            most = Math.max(most, markdown.parsed() - before);
        }
        assertThat(most).isLessThan(16_384);
    }

    @Test
    void readsAHugeParagraphAndAHugeWordInOnePiece() {
        List<Integer> counts =
                List.of(
                        markdown.take("*word* ".repeat(150_000), 80).size(),
                        markdown.end(80).size(),
                        markdown.take("x".repeat(1_000_000), 80).size(),
                        markdown.end(80).size());
        assertThat(counts.get(0)).isBetween(9_000, 10_500);
        assertThat(counts.get(1)).isLessThan(60);
        assertThat(counts.get(2) + counts.get(3)).isEqualTo(12_500);
    }
}
