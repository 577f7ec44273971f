package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Dialog;
import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.host.Question;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Asks the questions of a model, one at a time, and shows the answers before they are sent if
/// there are several.
///
/// Keys count only after the first pause in typing, as in [ApprovalDialog].
public final class QuestionDialog implements Dialog<QuestionDialog.Answers> {

    private final QuietStart start;
    private final List<QuestionPage> pages;
    private final AnswerSummary summary;
    private int current;
    private boolean escaped;
    private Optional<Answers> answer = Optional.empty();

    /// @param questions at least one
    public QuestionDialog(List<Question> questions, Theme theme, InstantSource clock) {
        if (questions.isEmpty()) {
            throw new IllegalArgumentException("there is no question");
        }

        this.start = new QuietStart(clock);
        this.pages = questions.stream().map(it -> new QuestionPage(it, theme)).toList();
        this.summary = new AnswerSummary(pages, theme);
    }

    /// A list of answers for each question, empty for a skipped one.
    public record Answers(List<List<String>> answers) {

        public Answers {
            answers = answers.stream().map(List::copyOf).toList();
        }
    }

    @Override
    public Optional<Answers> answer() {
        return answer;
    }

    @Override
    public Frame draw(int columns, int rows) {
        start.drawn();
        String escape = escaped ? "esc again skips all" : "esc skip";
        if (current == pages.size()) {
            return summary.draw(columns, rows, escaped ? escape : "esc esc skip all");
        }
        String progress = pages.size() == 1 ? "" : "%d/%d".formatted(current + 1, pages.size());
        return pages.get(current).draw(columns, rows, progress, escape);
    }

    @Override
    public boolean press(Key key) {
        if (answer.isPresent() || key instanceof Key.Focus || !start.counts()) {
            return false;
        }
        if (current == pages.size()) {
            return summarize(key);
        }
        QuestionPage page = pages.get(current);
        QuestionPage.Step step = page.press(key);
        boolean again = escaped;
        escaped = false;
        return switch (step) {
            case IGNORED -> false;
            case STAY -> true;
            case DONE -> next();
            case BACK -> back();
            case SKIP -> {
                page.clear();
                yield next();
            }
            case ESCAPE -> {
                page.clear();
                yield again ? skipAll() : escape();
            }
        };
    }

    private boolean next() {
        current++;
        if (pages.size() == 1) {
            send();
        }
        return true;
    }

    private boolean back() {
        current = Math.max(0, current - 1);
        return true;
    }

    private boolean escape() {
        next();
        escaped = true;
        return true;
    }

    private boolean skipAll() {
        pages.forEach(QuestionPage::clear);
        send();
        return true;
    }

    private void send() {
        answer = Optional.of(new Answers(pages.stream().map(QuestionPage::answers).toList()));
    }

    private boolean summarize(Key key) {
        if (!(key instanceof Key.Press press)) {
            return false;
        }
        String name = press.name();
        boolean again = escaped;
        escaped = false;
        switch (name) {
            case "enter" -> send();
            case "left", "tab", "shift-tab" -> back();
            case "esc" -> {
                escaped = true;
                return !again || skipAll();
            }
            default -> {
                return summary.scroll(name);
            }
        }
        return true;
    }
}
