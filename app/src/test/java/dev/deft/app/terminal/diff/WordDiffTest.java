package dev.deft.app.terminal.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.diff.WordDiff.Words;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordDiffTest {

    private static Words words(String text) {
        return Words.of(text, 1_000);
    }

    /// The two lines with brackets around what changed.
    private static List<String> marked(String before, String after) {
        return WordDiff.between(words(before), words(after), new WorkLimit())
                .map(it ->
                        List.of(
                                marked(words(before), it.removed()),
                                marked(words(after), it.added())))
                .orElse(List.of());
    }

    private static String marked(Words line, BitSet changed) {
        var text = new StringBuilder();
        for (int i = 0; i < line.words().size(); i++) {
            text.append(
                    changed.get(i) && !changed.get(i - 1 < 0 ? line.words().size() : i - 1)
                            ? "["
                            : "");
            text.append(line.words().get(i));
            text.append(changed.get(i) && !changed.get(i + 1) ? "]" : "");
        }
        return text.toString();
    }

    @Test
    void marksTheWordsThatDiffer() {
        assertThat(marked("int total = price + tax;", "long total = price + tax + tip;"))
                .containsExactly(
                        "[int] total = price + tax;", "[long] total = price + tax[ + tip];");
        assertThat(marked("return a;", "return a;")).containsExactly("return a;", "return a;");
    }

    @Test
    void joinsChangesAcrossASpace() {
        assertThat(marked("call the old thing (now)", "call a newer thing (now)"))
                .containsExactly("call [the old] thing (now)", "call [a newer] thing (now)");
    }

    @Test
    void marksNothingWhereAlmostEverythingDiffers() {
        assertThat(marked("a entirely different", "a something else here")).isEmpty();
    }

    @Test
    void pairsSimilarLinesInOrder() {
        List<Words> removed = List.of(words("if (a) { return first; }"), words("unlike anything"));
        List<Words> added = List.of(words("no match"), words("if (b) { return first; }"));
        assertThat(LinePairs.of(removed, added, new WorkLimit()))
                .containsExactly(1, LinePairs.NONE);
    }

    @Test
    void takesNoStepPastTheLimit() {
        String old = "a b ".repeat(400);
        String now = "b c ".repeat(400);
        var limit = new WorkLimit();
        boolean found =
                WordDiff.between(Words.of(old, 4_000), Words.of(now, 4_000), limit).isPresent();
        assertThat(found).isFalse();
        assertThat(limit.spent()).isZero();
    }
}
