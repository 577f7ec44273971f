package dev.deft.app.interactive;

import dev.deft.app.terminal.diff.DiffLines;
import dev.deft.app.terminal.markdown.MarkdownLines;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Draws the parts of a conversation: messages, calls and notes. The live view, a resumed session
/// and the pager look the same.
record TranscriptBlocks(Theme theme) {

    /// The prompt of the user, also in front of what they said.
    static final String PROMPT = "› ";

    private static final String INDENT = "  ";
    private static final int SHOWN_OUTPUT = 4;
    private static final int SHOWN_DIFF = 24;

    /// How many lines of a diff are drawn where all of it is wanted.
    static final int LONGEST_DIFF = 10_000;

    /// What the user said.
    List<AttributedString> user(String text, int columns) {
        List<AttributedString> lines = new ArrayList<>();
        List<AttributedString> words =
                Wrap.words(TerminalText.read(text).strip(), columns - 2, theme.user());
        for (int i = 0; i < words.size(); i++) {
            lines.add(
                    new AttributedStringBuilder()
                            .styled(theme.accent(), i == 0 ? PROMPT : INDENT)
                            .append(words.get(i))
                            .toAttributedString());
        }
        return lines;
    }

    List<AttributedString> markdown(String text, int columns) {
        return MarkdownLines.of(text, columns, theme);
    }

    /// A sentence of the program to the user.
    List<AttributedString> note(String text, int columns) {
        return noted("· ", theme.faint(), text, columns);
    }

    List<AttributedString> warning(String text, int columns) {
        return noted("! ", theme.warning(), text, columns);
    }

    List<AttributedString> error(String text, int columns) {
        return noted("✗ ", theme.error(), text, columns);
    }

    private List<AttributedString> noted(
            String mark, AttributedStyle style, String text, int columns) {
        List<AttributedString> lines = new ArrayList<>();
        AttributedStyle words = mark.startsWith("·") ? theme.faint() : theme.plain();
        for (AttributedString line :
                Wrap.words(TerminalText.read(text).strip(), columns - 2, words)) {
            lines.add(
                    new AttributedStringBuilder()
                            .styled(style, lines.isEmpty() ? mark : INDENT)
                            .append(line)
                            .toAttributedString());
        }
        return lines;
    }

    /// A call that has ended, with the part of its result that matters at a glance.
    List<AttributedString> ended(CallRecord call, int columns) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(headline(call, columns));
        if (call.diff().isPresent()) {
            indented(DiffLines.of(call.diff().get(), columns - 2, SHOWN_DIFF, theme), lines);
            return lines;
        }
        List<String> output = call.output();
        int hidden = Math.max(0, output.size() - SHOWN_OUTPUT);
        if (hidden > 0) {
            lines.add(
                    styled(
                            INDENT
                                    + "… %d more line%s (ctrl-o)"
                                            .formatted(hidden, hidden == 1 ? "" : "s"),
                            theme.faint(),
                            columns));
        }
        output.stream()
                .skip(hidden)
                .forEach(it -> lines.add(styled(INDENT + it, theme.faint(), columns)));
        return lines;
    }

    /// A call with everything: its arguments and its whole result.
    List<AttributedString> expanded(CallRecord call, int columns) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(headline(call, columns));
        for (String line : call.arguments()) {
            indented(Wrap.words(line, columns - 2, theme.faint()), lines);
        }
        if (call.diff().isPresent()) {
            indented(DiffLines.of(call.diff().get(), columns - 2, LONGEST_DIFF, theme), lines);
        } else {
            for (String line : call.whole()) {
                indented(Wrap.words(line, columns - 2, theme.plain()), lines);
            }
        }
        return lines;
    }

    private AttributedString headline(CallRecord call, int columns) {
        var line = new AttributedStringBuilder();
        line.styled(call.failed() ? theme.error() : theme.success(), call.failed() ? "✗ " : "✓ ");
        line.styled(theme.strong(), call.name());
        if (!call.subject().isEmpty()) {
            line.append(" ").append(call.subject());
        }
        if (!call.detail().isEmpty()) {
            line.styled(call.failed() ? theme.error() : theme.faint(), "  " + call.detail());
        }
        return cut(line.toAttributedString(), columns);
    }

    private static void indented(List<AttributedString> from, List<AttributedString> to) {
        from.forEach(it ->
                to.add(
                        new AttributedStringBuilder()
                                .append(INDENT)
                                .append(it)
                                .toAttributedString()));
    }

    static AttributedString styled(String text, AttributedStyle style, int columns) {
        return cut(new AttributedString(TerminalText.read(text), style), columns);
    }

    /// Cuts a line that is too wide, with an ellipsis.
    static AttributedString cut(AttributedString line, int columns) {
        if (line.columnLength() <= columns) {
            return line;
        }
        return new AttributedStringBuilder()
                .append(line.columnSubSequence(0, Math.max(0, columns - 1)))
                .append("…")
                .toAttributedString();
    }
}
