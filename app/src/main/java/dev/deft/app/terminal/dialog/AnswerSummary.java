package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.dialog.WrappedText.Leads;
import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;

/// All answers, to look at before they are sent.
final class AnswerSummary {

    private final List<QuestionPage> pages;
    private final Theme theme;
    private final ScrolledBlock scrolled;

    AnswerSummary(List<QuestionPage> pages, Theme theme) {
        this.pages = pages;
        this.theme = theme;
        this.scrolled = new ScrolledBlock(theme);
    }

    boolean scroll(String key) {
        return scrolled.press(key);
    }

    Frame draw(int columns, int rows, String escape) {
        Block answers = answers(columns);
        boolean spaced = rows >= answers.size() + 4;
        List<AttributedString> lines = new ArrayList<>();
        lines.add(DialogLines.heading(theme, "Your answers", "", columns));
        if (spaced) {
            lines.add(AttributedString.EMPTY);
        }
        lines.addAll(scrolled.draw(answers, Math.max(1, rows - 2)));
        if (spaced) {
            lines.add(AttributedString.EMPTY);
        }
        lines.add(DialogLines.keys(theme, columns, List.of("enter send", "← back", escape)));
        return DialogLines.fitted(lines, Optional.empty(), columns, rows);
    }

    private Block answers(int columns) {
        int widest =
                Math.min(
                        columns / 3,
                        pages.stream()
                                .mapToInt(it -> DialogLines.width(it.name()))
                                .max()
                                .orElse(0));
        var widths = new CharacterWidths();
        List<Block> blocks = new ArrayList<>();
        for (QuestionPage page : pages) {
            String name = DialogLines.cut(page.name(), widest);
            String lead = "   " + name + " ".repeat(widest - DialogLines.width(name) + 2);
            List<String> answers = page.answers();
            String text = TerminalText.decide(String.join(", ", answers));
            blocks.add(
                    new WrappedText(
                            widths,
                            answers.isEmpty() ? "skipped" : text,
                            columns,
                            Leads.hanging(lead, theme.faint()),
                            answers.isEmpty() ? theme.faint() : theme.plain()));
        }
        return Block.joined(blocks);
    }
}
