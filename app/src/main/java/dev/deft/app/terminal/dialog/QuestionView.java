package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.dialog.WrappedText.Leads;
import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.host.Question;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// Draws one question and its options.
final class QuestionView {

    private static final int ROWS_FOR_KEYS = 6;
    private static final int OPTIONS_FOR_COLUMN = 100;

    private final Question question;
    private final Theme theme;
    private final CharacterWidths widths = new CharacterWidths();
    private final ListWindow window = new ListWindow();
    private final ScrolledBlock scrolled;
    private int page = 1;

    QuestionView(Question question, Theme theme) {
        this.question = question;
        this.theme = theme;
        this.scrolled = new ScrolledBlock(theme);
    }

    /// What the user did so far.
    ///
    /// @param other what was typed beside the options
    /// @param typing whether keys go to it
    record State(
            int selected,
            BitSet chosen,
            TextInput other,
            boolean typing,
            String progress,
            String escape) {}

    /// How many options are on the screen.
    int page() {
        return page;
    }

    /// Scrolls a long question.
    boolean scroll(String key) {
        return scrolled.press(key);
    }

    Frame draw(int columns, int rows, State state) {
        boolean withKeys = rows >= ROWS_FOR_KEYS;
        int room = Math.max(1, rows - (withKeys ? 2 : 1));
        Block text = text(columns);
        int forText = Math.min(text.size(), Math.max(1, room / 2));
        Frame options = options(columns, Math.max(1, room - forText), state);
        boolean spaced = room >= forText + options.lines().size() + 3;

        List<AttributedString> lines = new ArrayList<>();
        lines.add(DialogLines.heading(theme, title(), state.progress(), columns));
        gap(lines, spaced);
        lines.addAll(scrolled.draw(text, forText));
        gap(lines, spaced);
        List<AttributedString> end = new ArrayList<>();
        gap(end, spaced);
        if (withKeys) {
            end.add(DialogLines.keys(theme, columns, keys(state)));
        }
        Frame all = rows < 3 ? options : Frame.of(lines).above(options).above(Frame.of(end));
        return DialogLines.fitted(all.lines(), all.cursor(), columns, rows);
    }

    private static void gap(List<AttributedString> lines, boolean wanted) {
        if (wanted) {
            lines.add(AttributedString.EMPTY);
        }
    }

    private String title() {
        return question.header()
                .map(TerminalText::decide)
                .map(DialogLines::oneLine)
                .orElse("Question");
    }

    private Block text(int columns) {
        return new WrappedText(
                widths, question.question().strip(), columns - 1, Leads.blank(1), theme.strong());
    }

    private List<String> keys(State state) {
        String back =
                state.progress().isEmpty() || state.progress().startsWith("1/") ? "" : "← back";
        List<String> keys = new ArrayList<>();
        if (state.typing()) {
            keys.add("enter done");
            keys.add(question.options().isEmpty() ? state.escape() : "esc back to the options");
            return keys;
        }
        keys.add("enter done");
        if (question.multiSelect()) {
            keys.add("space toggle");
        }
        keys.add(state.escape());
        keys.add("↑↓ choose");
        if (!back.isEmpty()) {
            keys.add(back);
        }
        return keys;
    }

    private Frame options(int columns, int rows, State state) {
        if (question.options().isEmpty()) {
            return input(columns, state, DialogLines.SELECTED);
        }
        int count = question.options().size() + 1;
        int labels = labelColumns(columns);
        ListWindow.Range range =
                window.around(
                        state.selected(),
                        count,
                        it -> Math.min(rows, height(it, columns, labels, state)),
                        rows);
        page = Math.max(1, range.to() - range.from() - 1);
        Frame all = Frame.EMPTY;
        for (int i = range.from(); i < range.to(); i++) {
            all = all.above(option(i, columns, labels, state));
        }
        return new Frame(all.lines().stream().limit(rows).toList(), all.cursor());
    }

    private int height(int index, int columns, int labels, State state) {
        return option(index, columns, labels, state).lines().size();
    }

    private Frame option(int index, int columns, int labels, State state) {
        boolean selected = index == state.selected();
        String lead = lead(index, state);
        if (index == question.options().size()) {
            return state.typing() || !state.other().text().isEmpty()
                    ? input(columns, state, lead)
                    : Frame.of(List.of(line(lead + "Something else…", selected)));
        }
        return Frame.of(described(question.options().get(index), lead, selected, columns, labels));
    }

    private String lead(int index, State state) {
        boolean on = state.chosen().get(index);
        String box = question.multiSelect() ? on ? "[x] " : "[ ] " : on ? "● " : "○ ";
        String number = index < 9 ? "%d ".formatted(index + 1) : "  ";
        boolean selected = index == state.selected();
        return (selected ? DialogLines.SELECTED : DialogLines.UNSELECTED) + number + box;
    }

    private AttributedString line(String text, boolean selected) {
        return new AttributedString(text, selected ? theme.accent() : theme.plain());
    }

    private Frame input(int columns, State state, String lead) {
        int room = columns - DialogLines.width(lead) - 1;
        if (state.typing()) {
            return DialogLines.input(theme, lead, state.other().draw(room, theme.plain()));
        }
        boolean selected = state.selected() == question.options().size();
        String text = TerminalText.read(state.other().text());
        return Frame.of(List.of(line(lead + DialogLines.cut(text, room), selected)));
    }

    /// The label, with the description beside it or below it.
    private List<AttributedString> described(
            Question.Choice choice, String lead, boolean selected, int columns, int labels) {
        String label = DialogLines.oneLine(TerminalText.decide(choice.label()));
        Optional<String> description =
                choice.description()
                        .map(TerminalText::decide)
                        .map(DialogLines::oneLine)
                        .filter(it -> !it.isEmpty());
        int indent = DialogLines.width(lead);
        int room = columns - indent - labels - 2;
        if (description.isPresent()
                && DialogLines.width(label) <= labels
                && DialogLines.width(description.get()) <= room) {
            String padding = " ".repeat(labels - DialogLines.width(label) + 2);
            return List.of(
                    new AttributedStringBuilder()
                            .append(line(lead + label + padding, selected))
                            .append(description.get(), theme.faint())
                            .toAttributedString());
        }
        List<AttributedString> lines = new ArrayList<>();
        var wrapped =
                new WrappedText(
                        widths,
                        label,
                        columns,
                        Leads.hanging(lead, selected ? theme.accent() : theme.plain()),
                        selected ? theme.accent() : theme.plain());
        lines.addAll(wrapped.lines(0, wrapped.size()));
        description.ifPresent(it -> {
            var below = new WrappedText(widths, it, columns, Leads.blank(indent), theme.faint());
            lines.addAll(below.lines(0, below.size()));
        });
        return lines;
    }

    /// The width of the labels if descriptions stand beside them.
    private int labelColumns(int columns) {
        int widest =
                question.options().stream()
                        .limit(OPTIONS_FOR_COLUMN)
                        .mapToInt(it -> DialogLines.width(TerminalText.decide(it.label())))
                        .max()
                        .orElse(0);
        return Math.min(widest, columns / 3);
    }
}
