package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// Edits the rules that an approval would store, each in a line of its own. An empty line is no
/// rule.
final class RuleEditor {

    private static final int MOST_ERROR_LINES = 3;

    private final Function<String, Optional<String>> check;
    private final List<TextInput> inputs;
    private int selected;

    /// @param check says what is wrong with a rule
    RuleEditor(List<String> rules, Function<String, Optional<String>> check) {
        this.check = check;
        this.inputs = rules.stream().map(RuleEditor::input).toList();
    }

    private static TextInput input(String rule) {
        var input = new TextInput(TerminalText::decide);
        input.set(rule);
        return input;
    }

    /// The rules as edited; empty if one is wrong or none is left.
    Optional<List<String>> rules() {
        List<String> rules =
                inputs.stream().map(it -> it.text().strip()).filter(it -> !it.isEmpty()).toList();
        return rules.isEmpty() || rules.stream().anyMatch(it -> check.apply(it).isPresent())
                ? Optional.empty()
                : Optional.of(rules);
    }

    boolean press(Key key) {
        return switch (key) {
            case Key.Press(String name) when name.equals("up") || name.equals("shift-tab") ->
                    move(-1);
            case Key.Press(String name) when name.equals("down") || name.equals("tab") -> move(1);
            case Key.Press _, Key.Text _, Key.Pasted _, Key.Focus _ ->
                    inputs.get(selected).press(key);
        };
    }

    private boolean move(int by) {
        selected = Math.floorMod(selected + by, inputs.size());
        return true;
    }

    /// A few lines with the selected rule among them, what is wrong with it below, and the cursor.
    Frame draw(Theme theme, int columns, int rows) {
        List<AttributedString> lines = new ArrayList<>();
        boolean roomForError = rows > 1;
        int most = Math.max(1, roomForError ? rows - 1 : rows);
        int first = Math.clamp(selected - most + 1L, 0, inputs.size());
        int cursor = 0;
        for (int i = first; i < Math.min(inputs.size(), first + most); i++) {
            boolean here = i == selected;
            TextInput.Line line = inputs.get(i).draw(columns - 4, theme.plain());
            lines.add(
                    new AttributedStringBuilder()
                            .append(
                                    here ? DialogLines.SELECTED : DialogLines.UNSELECTED,
                                    theme.accent())
                            .append(line.text())
                            .toAttributedString());
            cursor = here ? line.cursor() + DialogLines.SELECTED.length() : cursor;
        }
        if (roomForError) {
            lines.addAll(error(theme, columns, Math.max(1, rows - lines.size())));
        }
        return new Frame(lines, Optional.of(new Frame.Cursor(selected - first, cursor)));
    }

    private List<AttributedString> error(Theme theme, int columns, int rows) {
        var text =
                new WrappedText(
                        new CharacterWidths(),
                        error().orElse(""),
                        columns - 1,
                        WrappedText.Leads.blank(DialogLines.UNSELECTED.length()),
                        theme.error());
        return text.lines(0, Math.min(text.size(), Math.min(rows, MOST_ERROR_LINES)));
    }

    /// What is wrong with the selected rule, or with another one.
    private Optional<String> error() {
        if (inputs.stream().allMatch(it -> it.text().isBlank())) {
            return Optional.of("no rule is left; esc goes back");
        }
        return error(inputs.get(selected))
                .or(() -> inputs.stream().flatMap(it -> error(it).stream()).findFirst());
    }

    private Optional<String> error(TextInput input) {
        String rule = input.text().strip();
        return rule.isEmpty()
                ? Optional.empty()
                : check.apply(rule).map(TerminalText::decide).map(DialogLines::oneLine);
    }
}
