package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Dialog;
import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.FuzzyMatch;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jline.utils.AttributedString;

/// Picks one of many items; typing filters them.
///
/// @param <T> what an item stands for
public final class Picker<T> implements Dialog<Optional<T>> {

    private static final int MOST_NUMBERED = 9;

    private final Theme theme;
    private final String title;
    private final List<Item<T>> items;
    private final PickerView<T> view;
    private final TextInput query = new TextInput(TerminalText::read);
    private List<Item<T>> found;
    private int selected;
    private Optional<Optional<T>> answer = Optional.empty();

    public Picker(Theme theme, String title, List<Item<T>> items) {
        this(theme, title, items, Setup.selecting(0));
    }

    public Picker(Theme theme, String title, List<Item<T>> items, Setup<T> setup) {
        this.theme = theme;
        this.title = title;
        this.items = List.copyOf(items);
        this.view = new PickerView<>(theme, setup.preview());
        this.found = this.items;
        this.selected = Math.clamp(setup.selected(), 0, Math.max(0, items.size() - 1));
    }

    /// One item.
    ///
    /// @param label text to read, which is filtered
    /// @param detail stands behind it; may be empty
    public record Item<T>(T value, String label, String detail) {}

    /// How a picker works.
    ///
    /// @param preview text to read about an item, shown below the list if there is room; an empty
    ///   one is not shown
    /// @param selected the index of the item that is selected at first
    public record Setup<T>(Function<T, String> preview, int selected) {

        /// Without a preview.
        public static <T> Setup<T> selecting(int index) {
            return new Setup<>(_ -> "", index);
        }

        public Setup<T> previewing(Function<T, String> text) {
            return new Setup<>(text, selected);
        }
    }

    @Override
    public Optional<Optional<T>> answer() {
        return answer;
    }

    @Override
    public Frame draw(int columns, int rows) {
        String count =
                found.size() == items.size() && found.isEmpty()
                        ? "0"
                        : "%d/%d".formatted(found.isEmpty() ? 0 : selected + 1, found.size());
        AttributedString heading = DialogLines.heading(theme, title, count, columns);
        return view.draw(
                columns, rows, heading, new PickerView.State<>(found, selected, query, numbered()));
    }

    @Override
    public boolean press(Key key) {
        if (answer.isPresent()) {
            return false;
        }
        if (key instanceof Key.Press(String name) && move(name)) {
            return true;
        }
        if (key instanceof Key.Text(String text) && pick(text)) {
            return true;
        }
        String before = query.text();
        boolean taken = query.press(key);
        if (!query.text().equals(before)) {
            filter();
        }
        return taken;
    }

    /// Numbers pick one of a few items.
    private boolean pick(String text) {
        if (!numbered() || !text.matches("[1-9]") || Integer.parseInt(text) > found.size()) {
            return false;
        }
        selected = Integer.parseInt(text) - 1;
        return move("enter");
    }

    private boolean numbered() {
        return items.size() <= MOST_NUMBERED && query.text().isEmpty();
    }

    private boolean move(String name) {
        switch (name) {
            case "up", "ctrl-p" -> select(selected == 0 ? found.size() - 1 : selected - 1);
            case "down", "ctrl-n", "tab" -> select(selected == found.size() - 1 ? 0 : selected + 1);
            case "pageup" -> select(selected - view.page());
            case "pagedown" -> select(selected + view.page());
            case "home" -> select(0);
            case "end" -> select(found.size() - 1);
            case "esc" -> answer = Optional.of(Optional.empty());
            case "enter" -> {
                if (!found.isEmpty()) {
                    answer = Optional.of(Optional.of(found.get(selected).value()));
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void select(int index) {
        selected = Math.clamp(index, 0, Math.max(0, found.size() - 1));
    }

    private void filter() {
        String typed = query.text().strip();
        selected = 0;
        if (typed.isEmpty()) {
            found = items;
            return;
        }
        var match = new FuzzyMatch(typed);
        List<Match<T>> matches = new ArrayList<>();
        for (Item<T> item : items) {
            int score = match.score(item.label());
            if (score != FuzzyMatch.NONE) {
                matches.add(new Match<>(item, score));
            }
        }
        // The sort is stable: equally good items keep their order.
        matches.sort(Comparator.comparingInt((Match<T> it) -> it.score()).reversed());
        found = matches.stream().map(Match::item).toList();
    }

    private record Match<T>(Item<T> item, int score) {}
}
