package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.app.terminal.ui.Widget;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// Shows a long text on the whole screen, as `less` does. The text may grow while it is open; at
/// its end the pager follows it.
public final class Pager implements Widget {

    private final Theme theme;
    private final String title;
    private final IntFunction<List<AttributedString>> source;
    private final TextInput typed = new TextInput(TerminalText::read);
    private List<AttributedString> lines = List.of();
    private Optional<PagerSearch> search = Optional.empty();
    private boolean searching;
    private boolean missed;
    private boolean following;
    private String notice = "";
    private boolean closed;
    private int top;
    private int page = 1;

    /// The line with the last match, from which the search goes on; it may be below the top when
    /// the end of the text is on the screen.
    private OptionalInt match = OptionalInt.empty();

    /// @param lines the text for a number of columns, safe for a terminal; asked for each time the
    ///   pager is drawn
    /// @param start where it opens
    public Pager(
            Theme theme, String title, IntFunction<List<AttributedString>> lines, Start start) {
        this.theme = theme;
        this.title = title;
        this.source = lines;
        this.following = start == Start.END;
    }

    /// The part of the text that is shown first.
    public enum Start {
        BEGINNING,
        /// The end, which is followed as the text grows.
        END
    }

    /// Says something in the last line, which the user should know before they read on.
    ///
    /// @param text empty for the usual line
    public void notice(String text) {
        notice = text;
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public Frame draw(int columns, int rows) {
        lines = source.apply(columns);
        page = Math.max(1, rows - 2);
        top = following ? last() : Math.min(top, last());
        int end = Math.min(lines.size(), top + page);
        List<AttributedString> shown = new ArrayList<>();
        shown.add(DialogLines.heading(theme, title, position(end), columns));
        for (AttributedString line : lines.subList(top, end)) {
            shown.add(search.map(it -> it.highlighted(line)).orElse(line));
        }
        while (shown.size() <= page) {
            shown.add(AttributedString.EMPTY);
        }
        Frame all = Frame.of(shown).above(footer(columns));
        return DialogLines.fitted(all.lines(), all.cursor(), columns, rows);
    }

    private int last() {
        return Math.max(0, lines.size() - page);
    }

    private String position(int end) {
        if (following) {
            return "%d lines, following".formatted(lines.size());
        }
        return lines.isEmpty() ? "empty" : "%d–%d/%d".formatted(top + 1, end, lines.size());
    }

    private Frame footer(int columns) {
        if (searching) {
            return DialogLines.input(theme, " / ", typed.draw(columns - 4, theme.plain()));
        }
        if (missed) {
            String what = search.map(PagerSearch::text).orElse("");
            return Frame.of(
                    List.of(
                            new AttributedStringBuilder()
                                    .append(
                                            " not found: " + TerminalText.read(what),
                                            theme.warning())
                                    .toAttributedString()));
        }
        if (!notice.isEmpty()) {
            return Frame.of(List.of(new AttributedString(" " + notice, theme.warning())));
        }
        List<String> keys =
                search.isPresent()
                        ? List.of(
                                "q close",
                                "n/N next",
                                "/ search",
                                "↑↓ pgup/pgdn scroll",
                                "g/G ends")
                        : List.of(
                                "q close",
                                "/ search",
                                "↑↓ pgup/pgdn scroll",
                                "g/G ends",
                                "F follow");
        return Frame.of(List.of(DialogLines.keys(theme, columns, keys)));
    }

    @Override
    public boolean press(Key key) {
        if (closed || key instanceof Key.Focus) {
            return false;
        }
        missed = false;
        if (searching) {
            return type(key);
        }
        return switch (key) {
            case Key.Text(String text) -> letter(text);
            case Key.Press(String name) -> named(name);
            case Key.Pasted _, Key.Focus _ -> false;
        };
    }

    private boolean letter(String text) {
        switch (text) {
            case "q" -> closed = true;
            case "/" -> searching = true;
            case "n" -> find(1);
            case "N" -> find(-1);
            case "j" -> scroll(1);
            case "k" -> scroll(-1);
            case " ", "f" -> scroll(page);
            case "b" -> scroll(-page);
            case "d" -> scroll(half());
            case "u" -> scroll(-half());
            case "g" -> scrollTo(0);
            case "G" -> scrollTo(last());
            case "F" -> following = true;
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean named(String name) {
        switch (name) {
            case "esc" -> closed = true;
            case "down", "enter" -> scroll(1);
            case "up" -> scroll(-1);
            case "pagedown", "ctrl-f" -> scroll(page);
            case "pageup", "ctrl-b" -> scroll(-page);
            case "ctrl-d" -> scroll(half());
            case "ctrl-u" -> scroll(-half());
            case "home" -> scrollTo(0);
            case "end" -> following = true;
            default -> {
                return false;
            }
        }
        return true;
    }

    private int half() {
        return Math.max(1, page / 2);
    }

    private void scroll(int by) {
        scrollTo(Math.clamp((long) top + by, 0, last()));
    }

    private void scrollTo(int line) {
        following = false;
        match = OptionalInt.empty();
        top = line;
    }

    private boolean type(Key key) {
        if (key.equals(new Key.Press("esc"))) {
            searching = false;
            typed.set("");
            search = Optional.empty();
            return true;
        }
        if (key.equals(new Key.Press("enter"))) {
            searching = false;
            search =
                    typed.text().isEmpty()
                            ? search
                            : Optional.of(new PagerSearch(typed.text(), theme));
            typed.set("");
            findFrom(top, 1);
            return true;
        }
        return typed.press(key);
    }

    private void find(int direction) {
        findFrom(match.isPresent() ? match.getAsInt() + direction : top, direction);
    }

    /// Searches on from a line, and from the other end after the last one.
    private void findFrom(int from, int direction) {
        if (search.isEmpty()) {
            return;
        }
        for (int i = 0; i < lines.size(); i++) {
            int line = Math.floorMod(from + i * direction, lines.size());
            if (search.get().isIn(lines.get(line))) {
                scrollTo(line);
                match = OptionalInt.of(line);
                return;
            }
        }
        missed = true;
    }
}
