package dev.deft.app.terminal.diff;

import dev.deft.app.terminal.markdown.WordWrap;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Draws a unified diff: a line for each file, line numbers, signs and colors, and the words that
/// changed within a line.
public final class DiffLines {

    private final Theme theme;
    private final BoundedLines lines;
    private final HunkLines hunks;
    private boolean started;

    private DiffLines(int columns, int most, Theme theme) {
        this.theme = theme;
        this.lines = new BoundedLines(columns, most);
        this.hunks = new HunkLines(lines, theme, new WorkLimit());
    }

    /// Draws a diff as a person decides on it: invisible characters are named. Text that is no diff
    /// is shown as it is.
    ///
    /// @param most how many lines at the most; the rest is counted in a last line `… 40 more lines`
    public static List<AttributedString> of(
            String unifiedDiff, int columns, int most, Theme theme) {
        var drawn = new DiffLines(Math.max(2, columns), Math.max(1, most), theme);
        List<DiffSection> sections = DiffReader.read(unifiedDiff);
        sections.forEach(drawn::draw);
        return drawn.lines.all(theme.faint());
    }

    private void draw(DiffSection section) {
        switch (section) {
            case DiffSection.FileStart file -> file(file);
            case DiffSection.Hunk hunk -> hunks.draw(hunk);
            case DiffSection.Other other -> {
                String text = lines.shortened(other.text());
                var line = new DiffText(theme, theme.plain()).same(text);
                lines.row(WordWrap.anywhere(line, lines.columns()));
            }
        }
        started = true;
    }

    private void file(DiffSection.FileStart file) {
        if (started) {
            lines.extra(List.of(AttributedString.EMPTY));
        }
        hunks.startFile(file.highest());
        var title = new AttributedStringBuilder();
        title.append(TerminalText.decide(lines.shortened(file.name())), theme.strong());
        part(title, file.note(), theme.faint());
        part(title, file.added() > 0 ? "+" + file.added() : "", theme.added());
        String gap = file.added() > 0 && file.removed() > 0 ? " " : "  ";
        if (file.removed() > 0) {
            title.append(gap).append("−" + file.removed(), theme.removed());
        }
        if (!file.name().isEmpty()) {
            lines.extra(WordWrap.words(title.toAttributedString(), lines.columns()));
        }
    }

    private static void part(AttributedStringBuilder title, String text, AttributedStyle style) {
        if (!text.isEmpty()) {
            title.append("  ").append(text, style);
        }
    }
}
