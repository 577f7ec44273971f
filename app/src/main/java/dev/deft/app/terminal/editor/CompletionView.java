package dev.deft.app.terminal.editor;

import dev.deft.app.terminal.ui.FuzzyMatch;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// Draws the list of suggestions.
final class CompletionView {

    private static final int MOST_ROWS = 8;
    private static final int GAP = 2;

    private final Theme theme;

    CompletionView(Theme theme) {
        this.theme = theme;
    }

    /// @param rows the most lines; 0 for none
    List<AttributedString> draw(Completion completion, int columns, int rows) {
        int count =
                Math.min(Math.min(MOST_ROWS, Math.max(0, rows)), completion.candidates().size());
        int first =
                Math.clamp(
                        completion.selectedIndex() - count / 2,
                        0,
                        Math.max(0, completion.candidates().size() - count));
        List<Candidate> shown = completion.candidates().subList(first, first + count);
        int labels = shown.stream().mapToInt(it -> label(it).columnLength()).max().orElse(0);
        int width = Math.min(labels, Math.max(1, columns - InputView.PROMPT_WIDTH));
        List<AttributedString> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean selected = first + i == completion.selectedIndex();
            lines.add(line(completion, shown.get(i), selected, width, columns));
        }
        return lines;
    }

    private static AttributedString label(Candidate candidate) {
        return new AttributedString(TerminalText.decide(candidate.label()));
    }

    private AttributedString line(
            Completion completion, Candidate candidate, boolean selected, int width, int columns) {
        AttributedStyle style = selected ? theme.accent() : theme.plain();
        var line = new AttributedStringBuilder();
        line.append(selected ? "› " : "  ", style);
        String label = label(candidate).columnSubSequence(0, width).toString();
        Set<Integer> matched = matched(completion.typed(candidate), label);
        for (int i = 0; i < label.length(); i++) {
            line.append(
                    label.substring(i, i + 1),
                    matched.contains(i) ? style.bold() : style.boldDefault());
        }
        int used = InputView.PROMPT_WIDTH + new AttributedString(label).columnLength();
        int start = InputView.PROMPT_WIDTH + width + GAP;
        String detail = TerminalText.line(candidate.detail(), columns);
        if (!detail.isEmpty() && start < columns) {
            line.append(" ".repeat(start - used)).append(detail, theme.faint());
        }
        return line.toAttributedString().columnSubSequence(0, columns);
    }

    private static Set<Integer> matched(String typed, String label) {
        boolean marker = !typed.isEmpty() && "/@".indexOf(typed.charAt(0)) >= 0;
        boolean shared = marker && label.startsWith(typed.substring(0, 1));
        String query = marker && !shared ? typed.substring(1) : typed;
        return new HashSet<>(new FuzzyMatch(query).positions(label));
    }
}
