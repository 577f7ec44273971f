package dev.deft.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.app.terminal.ui.Widget;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.run.Approver;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

/// Text that wants to look like something else, to move the cursor, or to be too much.
class HostileDialogTest {

    private static final List<String> HOSTILE =
            List.of(
                    "\u001b[2J\u001b[H",
                    "\u001b]0;title\u0007",
                    "\u001b]8;;http://x\u001b\\link",
                    "\u009b31m",
                    "\r",
                    "\b\b\b",
                    "\u202egnp.exe",
                    "\u2066x\u2069",
                    "\u200b\u200d\ufeff",
                    "\udb40\udc41\udb40\udc42",
                    "\u00ad\u034f\u3164\u2800",
                    "\ud800",
                    "漢字👩\u200d💻",
                    "e\u0301\u0301\u0301",
                    "שלום",
                    "\t\ttab",
                    "\n\nline",
                    "a long word ".repeat(30),
                    "x".repeat(300),
                    "");

    private static final List<String> KEYS =
            List.of(
                    "up",
                    "down",
                    "left",
                    "right",
                    "pageup",
                    "pagedown",
                    "home",
                    "end",
                    "tab",
                    "backspace",
                    "ctrl-d",
                    "ctrl-u",
                    "ctrl-k");

    private static final List<String> LETTERS =
            List.of("j", "k", "e", "r", "x", " ", "/", "G", "3");

    @Test
    void fitsEveryScreenWhateverItShows() {
        var random = new Random(13);
        for (int round = 0; round < 400; round++) {
            Widget widget = random(random);
            for (int i = 0; i < 12; i++) {
                int columns = random.nextInt(20, 251);
                int rows = random.nextInt(3, 61);
                check(widget, columns, rows);
                widget.press(
                        random.nextInt(3) == 0
                                ? new Key.Text(LETTERS.get(random.nextInt(LETTERS.size())))
                                : new Key.Press(KEYS.get(random.nextInt(KEYS.size()))));
            }
        }
    }

    @Test
    void fitsAScreenOfAnySize() {
        var random = new Random(17);
        for (int columns = 1; columns < 25; columns++) {
            for (int rows = 1; rows < 12; rows++) {
                check(random(random), columns, rows);
            }
        }
    }

    private static void check(Widget widget, int columns, int rows) {
        Frame frame = widget.draw(columns, rows);
        assertThat(frame.lines()).hasSizeBetween(1, rows);
        for (AttributedString line : frame.lines()) {
            assertThat(line.columnLength()).as(line.toString()).isLessThanOrEqualTo(columns);
            assertThat(line.toString().codePoints())
                    .as(line.toString())
                    .noneMatch(HostileDialogTest::isDangerous);
        }
        frame.cursor()
                .ifPresent(it -> {
                    assertThat(it.line()).isBetween(0, frame.lines().size() - 1);
                    assertThat(it.column()).isBetween(0, columns - 1);
                });
    }

    private static boolean isDangerous(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR ->
                    true;
            default -> character >= 0xe0000;
        };
    }

    private static Widget random(Random random) {
        var theme = new Theme(random.nextBoolean());
        return switch (random.nextInt(4)) {
            case 0 ->
                    new ApprovalDialog(
                            request(random),
                            theme,
                            DrawnDialog.PLAIN_DIFF,
                            _ -> Optional.of(text(random)),
                            DrawnDialog.slowKeys());
            case 1 ->
                    new QuestionDialog(
                            IntStream.range(0, random.nextInt(1, 4))
                                    .mapToObj(_ -> question(random))
                                    .toList(),
                            theme,
                            DrawnDialog.slowKeys());
            case 2 ->
                    new Picker<>(
                            theme,
                            "Pick",
                            IntStream.range(0, random.nextInt(40))
                                    .mapToObj(
                                            it -> new Picker.Item<>(it, text(random), text(random)))
                                    .toList(),
                            new Picker.Setup<>(_ -> text(random), 3));
            default -> DialogExamples.pager(Pager.Start.END);
        };
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            text.append(HOSTILE.get(random.nextInt(HOSTILE.size())));
        }
        return text.toString();
    }

    private static List<String> texts(Random random) {
        return IntStream.range(0, random.nextInt(4)).mapToObj(_ -> text(random)).toList();
    }

    private static Approver.Request request(Random random) {
        Map<String, ?> arguments =
                switch (random.nextInt(4)) {
                    case 0 -> DialogExamples.fields("command", text(random), text(random), true);
                    case 1 ->
                            DialogExamples.fields(
                                    "path",
                                    "p",
                                    "old_text",
                                    text(random),
                                    "new_text",
                                    text(random));
                    case 2 ->
                            DialogExamples.fields("patch", "--- a\n+++ b\n@@ @@\n+" + text(random));
                    default ->
                            DialogExamples.fields(
                                    text(random), texts(random), "b", Map.of("c", text(random)));
                };
        return new Approver.Request(
                "id",
                text(random),
                Json.Obj.of(arguments),
                texts(random),
                texts(random),
                random.nextBoolean() ? Optional.of(text(random)) : Optional.empty(),
                random.nextBoolean() ? Optional.of(text(random)) : Optional.empty());
    }

    private static Question question(Random random) {
        return new Question(
                text(random),
                random.nextBoolean() ? Optional.of(text(random)) : Optional.empty(),
                IntStream.range(0, random.nextInt(30))
                        .mapToObj(_ -> new Question.Choice(text(random), Optional.of(text(random))))
                        .toList(),
                random.nextBoolean());
    }

    @Test
    void namesWhatCannotBeSeenInACommand() {
        var dialog =
                DialogExamples.approval(
                        DialogExamples.request(
                                "bash",
                                DialogExamples.fields(
                                        "command", "ls \u202e\u001b[8m; rm\u200b x\r"),
                                "allow bash ls\n*"));
        assertThat(DrawnDialog.text(dialog, 80, 24))
                .contains("$ ls ⟨U+202E⟩⟨U+001B⟩[8m; rm⟨U+200B⟩ x", "allow bash ls⟨U+000A⟩*");
    }

    @Test
    void tellsLinesOfAValueFromOtherArguments() {
        var dialog =
                DialogExamples.approval(
                        DialogExamples.request(
                                "write",
                                DialogExamples.fields("path", "a", "content", "x\npath: b")));
        assertThat(DrawnDialog.lines(dialog, 80, 24))
                .contains("   path: a", "     │ path: b")
                .doesNotContain("   path: b");
    }

    @Test
    void showsAllOfAnArgumentOfFiveMegabytes() {
        for (String piece : List.of("word ", "x", "\n", "\u001b", "漢")) {
            String value = piece.repeat(5_000_000 / piece.length()) + " the end";
            var dialog =
                    DialogExamples.approval(
                            DialogExamples.request("mcp", DialogExamples.fields("value", value)));
            check(dialog, 80, 24);
            dialog.press(new Key.Press("pagedown"));
            check(dialog, 80, 24);
            assertThat(DrawnDialog.text(dialog, 80, 24)).contains(" more lines (pgdn), ");
        }
    }
}
