package dev.deft.app.interactive;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.app.terminal.ui.Widget;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/// Puts the lower part of the screen together: what is not complete yet, messages that wait, a
/// hint, the editor or a dialog, and the status line.
record ChatScreen(Theme theme) {

    private static final int MOST_WAITING = 3;

    /// @param open what is not complete yet
    /// @param waiting messages that are sent later
    /// @param hint a short remark; may be empty
    Frame draw(
            List<AttributedString> open,
            List<String> waiting,
            String hint,
            Widget input,
            boolean ruled,
            StatusLine status,
            int columns,
            int rows) {
        List<AttributedString> above = new ArrayList<>(open);
        waiting(waiting, columns, above);
        if (!hint.isEmpty()) {
            above.add(TranscriptBlocks.styled(hint, theme.warning(), columns));
        }
        boolean roomy = rows >= 8;
        Frame bottom = Frame.of(List.of(status.line(theme, columns)));
        int left = Math.max(1, rows - bottom.lines().size() - (roomy ? 3 : 0));
        Frame middle = input.draw(columns, left);
        List<AttributedString> rule =
                roomy && ruled
                        ? List.of(
                                AttributedString.EMPTY,
                                new AttributedString("─".repeat(columns), theme.faint()))
                        : roomy ? List.of(AttributedString.EMPTY) : List.of();
        int space = rows - middle.lines().size() - bottom.lines().size() - rule.size();
        List<AttributedString> shown =
                above.subList(Math.max(0, above.size() - Math.max(0, space)), above.size());
        return Frame.of(shown).above(Frame.of(rule)).above(middle).above(bottom);
    }

    private void waiting(List<String> messages, int columns, List<AttributedString> lines) {
        int hidden = Math.max(0, messages.size() - MOST_WAITING);
        messages.stream()
                .limit(MOST_WAITING)
                .forEach(it ->
                        lines.add(
                                TranscriptBlocks.styled(
                                        "  queued: " + TerminalText.line(it, columns),
                                        theme.faint(),
                                        columns)));
        if (hidden > 0) {
            lines.add(
                    TranscriptBlocks.styled(
                            "  and %d more".formatted(hidden), theme.faint(), columns));
        }
    }
}
