package dev.deft.app.interactive.slash;

import dev.deft.app.terminal.markdown.WordWrap;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Text with headings and rows, laid out for any width. It may hold foreign text.
final class TextPage {

    private static final String INDENT = "  ";

    private final List<Part> parts = new ArrayList<>();

    private sealed interface Part {}

    private record Heading(String text) implements Part {}

    private record Sentence(String text, boolean faint) implements Part {}

    private record Row(String name, String text) implements Part {}

    private record Drawn(AttributedString line) implements Part {}

    TextPage heading(String text) {
        parts.add(new Heading(TerminalText.read(text)));
        return this;
    }

    TextPage text(String text) {
        parts.add(new Sentence(TerminalText.read(text), false));
        return this;
    }

    TextPage faint(String text) {
        parts.add(new Sentence(TerminalText.read(text), true));
        return this;
    }

    /// A name with what is to be said about it. The names between two headings are aligned.
    TextPage row(String name, String text) {
        parts.add(new Row(oneLine(name), oneLine(text)));
        return this;
    }

    /// A name with figures, whose blanks stay.
    TextPage figures(String name, String figures) {
        parts.add(new Row(oneLine(name), figures));
        return this;
    }

    /// A line that is styled already and fits.
    TextPage line(AttributedString line) {
        parts.add(new Drawn(line));
        return this;
    }

    private static String oneLine(String text) {
        return TerminalText.read(text).replaceAll("\\s+", " ").strip();
    }

    List<AttributedString> lines(Theme theme, int columns) {
        List<AttributedString> lines = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            switch (parts.get(i)) {
                case Heading(String text) -> {
                    if (!lines.isEmpty()) {
                        lines.add(AttributedString.EMPTY);
                    }
                    lines.add(WordWrap.cut(new AttributedString(text, theme.accent()), columns));
                }
                case Sentence(String text, boolean faint) ->
                        wrapped(text, "", faint ? theme.faint() : theme.plain(), columns, lines);
                case Row row -> row(row, nameColumns(i, columns), theme, columns, lines);
                case Drawn(AttributedString line) -> lines.add(line);
            }
        }
        return lines;
    }

    /// The width of the names of a section, unless they would leave too little for the texts.
    private int nameColumns(int index, int columns) {
        int from = index;
        while (from > 0 && !(parts.get(from - 1) instanceof Heading)) {
            from--;
        }
        int widest = 0;
        for (int i = from; i < parts.size() && !(parts.get(i) instanceof Heading); i++) {
            if (parts.get(i) instanceof Row(String name, String _)) {
                widest = Math.max(widest, WordWrap.width(name));
            }
        }
        return Math.min(widest, columns * 2 / 5);
    }

    private static void row(
            Row row, int names, Theme theme, int columns, List<AttributedString> lines) {
        if (WordWrap.width(row.name()) > names) {
            wrapped(row.name(), INDENT, theme.strong(), columns, lines);
            wrapped(row.text(), INDENT.repeat(3), theme.plain(), columns, lines);
            return;
        }
        int indent = INDENT.length() + names + INDENT.length();
        List<AttributedString> texts = new ArrayList<>();
        wrapped(row.text(), " ".repeat(indent), theme.plain(), columns, texts);
        String padding = " ".repeat(names - WordWrap.width(row.name()) + INDENT.length());
        AttributedString first = texts.removeFirst();
        lines.add(
                new AttributedStringBuilder()
                        .append(INDENT + row.name() + padding, theme.strong())
                        .append(first.subSequence(Math.min(indent, first.length()), first.length()))
                        .toAttributedString());
        lines.addAll(texts);
    }

    private static void wrapped(
            String text,
            String indent,
            AttributedStyle style,
            int columns,
            List<AttributedString> lines) {
        int room = Math.max(1, columns - indent.length());
        var styled = new AttributedString(text.replace("\t", "    ").stripTrailing(), style);
        var blank = new AttributedString(indent);
        for (AttributedString line : WordWrap.words(styled, room)) {
            lines.add(
                    new AttributedStringBuilder().append(blank).append(line).toAttributedString());
        }
    }
}
