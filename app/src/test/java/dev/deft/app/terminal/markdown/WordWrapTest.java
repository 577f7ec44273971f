package dev.deft.app.terminal.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class WordWrapTest {

    private static List<String> words(String text, int columns) {
        return strings(WordWrap.words(new AttributedString(text), columns));
    }

    private static List<String> strings(List<AttributedString> lines) {
        return lines.stream().map(AttributedString::toString).toList();
    }

    @Test
    void breaksAtSpacesAndDropsThem() {
        assertThat(words("one two  three", 8)).containsExactly("one two", "three");
        assertThat(words("one two", 7)).containsExactly("one two");
    }

    @Test
    void cutsAWordThatFitsOnNoLine() {
        assertThat(words("a abcdefgh b", 4)).containsExactly("a", "abcd", "efgh", "b");
    }

    @Test
    void breaksBesideWideCharactersButNotBeforeAFullStop() {
        assertThat(words("広い文字", 5)).containsExactly("広い", "文字");
        assertThat(words("広い。文", 4)).containsExactly("広", "い。", "文");
    }

    @Test
    void keepsMarksWithTheirCharacterAndPartsOfAnEmojiTogether() {
        assertThat(words("e\u0301e\u0301e\u0301", 2)).containsExactly("e\u0301e\u0301", "e\u0301");
        assertThat(words("👍🏽👍🏽👍🏽", 4)).containsExactly("👍🏽👍🏽", "👍🏽");
        assertThat(words("🇩🇪🇫🇷", 3)).containsExactly("🇩🇪", "🇫🇷");
    }

    @Test
    void keepsSpacesOfCode() {
        assertThat(strings(WordWrap.anywhere(new AttributedString("a  b  c"), 3)))
                .containsExactly("a  ", "b  ", "c");
    }

    @Test
    void cutsWithAnEllipsis() {
        assertThat(WordWrap.cut(new AttributedString("広い文字"), 6)).hasToString("広い…");
        assertThat(WordWrap.cut(new AttributedString("abc"), 3)).hasToString("abc");
    }
}
