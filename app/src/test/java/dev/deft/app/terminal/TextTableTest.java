package dev.deft.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.TextTable.Column;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextTableTest {

    private static TextTable table() {
        var table =
                new TextTable(
                        Column.fixed(it -> it),
                        Column.optional(it -> it),
                        Column.flexible(it -> it, 8));
        table.add("read", "files", "Shows a file of the workspace.");
        table.add("apply_patch", "files", "Changes files.");
        return table;
    }

    @Test
    void isAsWideAsItsTextsWhereThereIsRoom() {
        assertThat(table().lines(100))
                .containsExactly(
                        "read         files  Shows a file of the workspace.",
                        "apply_patch  files  Changes files.");
    }

    @Test
    void isCutAtItsEndThenLosesAColumnThenItsNames() {
        assertThat(table().lines(34))
                .containsExactly(
                        "read         files  Shows a file …", "apply_patch  files  Changes files.");
        assertThat(table().lines(24))
                .containsExactly("read         Shows a fi…", "apply_patch  Changes fi…");
        assertThat(table().lines(16)).containsExactly("read    Shows a…", "apply…  Changes…");
    }

    @Test
    void isNeverWiderThanTheScreen() {
        var random = new Random(3);
        for (int i = 0; i < 300; i++) {
            var table =
                    new TextTable(
                            Column.fixed(it -> it),
                            Column.optional(it -> it),
                            Column.optional(it -> it),
                            Column.flexible(it -> it, 12));
            for (int row = 0; row < 5; row++) {
                table.add(text(random), text(random), text(random), text(random));
            }
            int width = 20 + random.nextInt(230);
            assertThat(table.lines(width)).allMatch(it -> TextWidth.of(it) <= width);
        }
    }

    private static String text(Random random) {
        return List.of("ab", "広い", "é́", "😀").get(random.nextInt(4)).repeat(random.nextInt(30));
    }

    @Test
    void breaksLinesBetweenWords() {
        assertThat(TextTable.wrapped("one two three", 7)).containsExactly("one two", "three");
        assertThat(TextTable.wrapped("unbreakable", 4)).containsExactly("unbreakable");
    }
}
