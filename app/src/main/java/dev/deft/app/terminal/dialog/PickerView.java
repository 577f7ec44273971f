package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// Draws the items of a picker.
final class PickerView<T> {

    private static final List<String> KEYS = List.of("enter pick", "esc cancel", "↑↓ choose");
    private static final int ROWS_FOR_KEYS = 6;
    private static final int ROWS_FOR_PREVIEW = 16;

    /// Characters of a label or detail; no screen shows more.
    private static final int LONGEST_LINE = 1_000;

    /// Characters of a preview; no screen shows more.
    private static final int LONGEST_PREVIEW = 20_000;

    private final Theme theme;
    private final Function<T, String> preview;
    private final CharacterWidths widths = new CharacterWidths();
    private final ListWindow window = new ListWindow();
    private int page = 1;

    PickerView(Theme theme, Function<T, String> preview) {
        this.theme = theme;
        this.preview = preview;
    }

    /// How many items are on the screen.
    int page() {
        return page;
    }

    /// What is shown.
    ///
    /// @param numbered whether numbers pick items; there are few then, and nothing was typed
    record State<T>(List<Picker.Item<T>> items, int selected, TextInput query, boolean numbered) {}

    Frame draw(int columns, int rows, AttributedString heading, State<T> state) {
        List<Picker.Item<T>> items = state.items();
        int selected = state.selected();
        boolean withKeys = rows >= ROWS_FOR_KEYS;
        int room = Math.max(1, rows - (withKeys ? 3 : 2));
        List<AttributedString> below =
                rows < ROWS_FOR_PREVIEW || items.isEmpty()
                        ? List.of()
                        : preview(items.get(selected), columns, room / 3);
        Frame list = Frame.of(list(columns, room - below.size(), state));
        Frame top =
                Frame.of(rows < 2 ? List.of() : List.of(heading))
                        .above(state.numbered() ? Frame.EMPTY : typed(columns, state.query()));
        List<AttributedString> end = new ArrayList<>(below);
        boolean spaced = room >= list.lines().size() + below.size() + 2;
        Frame gap = Frame.of(spaced ? List.of(AttributedString.EMPTY) : List.of());
        if (withKeys) {
            end.addAll(gap.lines());
            end.add(DialogLines.keys(theme, columns, KEYS));
        }
        Frame all = top.above(gap).above(list).above(Frame.of(end));
        return DialogLines.fitted(all.lines(), all.cursor(), columns, rows);
    }

    private Frame typed(int columns, TextInput query) {
        Frame input = DialogLines.input(theme, " / ", query.draw(columns - 4, theme.plain()));
        if (!query.text().isEmpty()) {
            return input;
        }
        AttributedString hint =
                new AttributedStringBuilder()
                        .append(input.lines().getFirst())
                        .append("type to filter", theme.faint())
                        .toAttributedString();
        return new Frame(List.of(hint), input.cursor());
    }

    private List<AttributedString> list(int columns, int rows, State<T> state) {
        List<Picker.Item<T>> items = state.items();
        if (items.isEmpty()) {
            return List.of(new AttributedString("   nothing fits", theme.faint()));
        }
        ListWindow.Range range = window.around(state.selected(), items.size(), _ -> 1, rows);
        page = Math.max(1, range.to() - range.from() - 1);
        List<Picker.Item<T>> shown = items.subList(range.from(), range.to());
        int labels = labelColumns(shown, columns - (state.numbered() ? 2 : 0));
        List<AttributedString> lines = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            int index = range.from() + i;
            String number = state.numbered() ? "%d ".formatted(index + 1) : "";
            lines.add(line(number, shown.get(i), index == state.selected(), labels, columns));
        }
        return lines;
    }

    private int labelColumns(List<Picker.Item<T>> shown, int columns) {
        int most =
                shown.stream().allMatch(it -> it.detail().isBlank())
                        ? columns - 4
                        : Math.max(columns * 3 / 5, columns - detailColumns(shown) - 6);
        int widest =
                shown.stream().mapToInt(it -> DialogLines.width(safe(it.label()))).max().orElse(0);
        return Math.clamp(widest, 0, Math.max(1, most));
    }

    private int detailColumns(List<Picker.Item<T>> shown) {
        return shown.stream().mapToInt(it -> DialogLines.width(safe(it.detail()))).max().orElse(0);
    }

    private AttributedString line(
            String number, Picker.Item<T> item, boolean selected, int labels, int columns) {
        String label = DialogLines.cut(safe(item.label()), labels);
        String padding = " ".repeat(Math.max(0, labels - DialogLines.width(label)) + 2);
        AttributedString line =
                new AttributedStringBuilder()
                        .append(DialogLines.entry(theme, selected, number + label + padding))
                        .append(safe(item.detail()), theme.faint())
                        .toAttributedString();
        return DialogLines.cut(line, columns - 1);
    }

    private static String safe(String text) {
        return DialogLines.oneLine(TerminalText.read(TerminalText.cut(text, LONGEST_LINE)));
    }

    /// The beginning of a preview, below a blank line.
    private List<AttributedString> preview(Picker.Item<T> item, int columns, int rows) {
        String text = preview.apply(item.value());
        if (text.isBlank()) {
            return List.of();
        }
        String safe = TerminalText.read(TerminalText.cut(text, LONGEST_PREVIEW)).strip();
        var wrapped =
                new WrappedText(
                        widths,
                        safe,
                        columns - 1,
                        new WrappedText.Leads("   │ ", "   │ ", "   │ ", theme.faint()),
                        theme.plain());
        List<AttributedString> lines = new ArrayList<>(List.of(AttributedString.EMPTY));
        lines.addAll(wrapped.lines(0, Math.min(wrapped.size(), Math.max(0, rows - 1))));
        return lines;
    }
}
