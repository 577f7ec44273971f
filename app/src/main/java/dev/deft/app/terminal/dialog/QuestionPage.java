package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.host.Question;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// One question: which options are chosen, and what was typed.
final class QuestionPage {

    private final Question question;
    private final TextInput other = new TextInput(TerminalText::read);
    private final QuestionView view;
    private final BitSet chosen = new BitSet();
    private boolean typing;
    private int selected;

    QuestionPage(Question question, Theme theme) {
        this.question = question;
        this.view = new QuestionView(question, theme);
        this.typing = question.options().isEmpty();
    }

    /// What a key means for the dialog.
    enum Step {
        IGNORED,
        STAY,
        DONE,
        BACK,
        SKIP,
        ESCAPE
    }

    /// One or two words for the question.
    String name() {
        return DialogLines.oneLine(
                TerminalText.decide(question.header().orElse(question.question())));
    }

    /// The labels of the chosen options and the typed text.
    List<String> answers() {
        List<String> answers = new ArrayList<>();
        chosen.stream()
                .filter(it -> it < otherIndex())
                .forEach(it -> answers.add(question.options().get(it).label()));
        if (chosen.get(otherIndex()) && !other.text().isBlank()) {
            answers.add(other.text().strip());
        }
        return answers;
    }

    void clear() {
        chosen.clear();
        other.set("");
        typing = question.options().isEmpty();
    }

    Frame draw(int columns, int rows, String progress, String escape) {
        return view.draw(
                columns,
                rows,
                new QuestionView.State(selected, chosen, other, typing, progress, escape));
    }

    private int otherIndex() {
        return question.options().size();
    }

    Step press(Key key) {
        return typing ? type(key) : choose(key);
    }

    private Step type(Key key) {
        return switch (key) {
            case Key.Press(String name) when name.equals("enter") -> typed();
            case Key.Press(String name) when name.equals("esc") -> stopTyping();
            case Key.Press(String name) when isBack(name) -> Step.BACK;
            case Key.Press(String name) when isUpOrDown(name) && !question.options().isEmpty() -> {
                stopTyping();
                yield move(name.equals("up") ? -1 : 1);
            }
            case Key.Press _, Key.Text _, Key.Pasted _, Key.Focus _ ->
                    other.press(key) ? Step.STAY : Step.IGNORED;
        };
    }

    private static boolean isBack(String name) {
        return name.equals("tab") || name.equals("shift-tab");
    }

    private static boolean isUpOrDown(String name) {
        return name.equals("up") || name.equals("down");
    }

    /// An empty text is no answer: a free question is skipped by it, and beside options it takes
    /// "something else" back.
    private Step typed() {
        boolean empty = other.text().isBlank();
        if (question.options().isEmpty()) {
            chosen.set(otherIndex(), !empty);
            return Step.DONE;
        }
        stopTyping();
        return empty || question.multiSelect() ? Step.STAY : Step.DONE;
    }

    private Step stopTyping() {
        if (question.options().isEmpty()) {
            return Step.ESCAPE;
        }
        typing = false;
        choose(otherIndex(), !other.text().isBlank());
        return Step.STAY;
    }

    private void choose(int option, boolean on) {
        if (on && !question.multiSelect()) {
            chosen.clear();
        }
        chosen.set(option, on);
    }

    private Step choose(Key key) {
        return switch (key) {
            case Key.Text(String text) -> letter(text);
            case Key.Press(String name) -> named(name);
            case Key.Pasted _, Key.Focus _ -> Step.IGNORED;
        };
    }

    private Step letter(String text) {
        return switch (text) {
            case "j" -> move(1);
            case "k" -> move(-1);
            case "s" -> Step.SKIP;
            case " " -> toggle();
            case "1", "2", "3", "4", "5", "6", "7", "8", "9" -> number(Integer.parseInt(text) - 1);
            default -> Step.IGNORED;
        };
    }

    private Step named(String name) {
        return switch (name) {
            case "down" -> move(1);
            case "up" -> move(-1);
            case "pagedown" -> jump(selected + view.page());
            case "pageup" -> jump(selected - view.page());
            case "home" -> jump(0);
            case "end" -> jump(otherIndex());
            case "enter" -> enter();
            case "esc" -> Step.ESCAPE;
            case "left", "tab", "shift-tab" -> Step.BACK;
            case "ctrl-d", "ctrl-u" -> view.scroll(name) ? Step.STAY : Step.IGNORED;
            default -> Step.IGNORED;
        };
    }

    private Step move(int by) {
        selected = Math.floorMod(selected + by, otherIndex() + 1);
        return Step.STAY;
    }

    private Step jump(int to) {
        selected = Math.clamp(to, 0, otherIndex());
        return Step.STAY;
    }

    private Step toggle() {
        if (selected == otherIndex()) {
            typing = true;
            return Step.STAY;
        }
        choose(selected, !chosen.get(selected));
        return Step.STAY;
    }

    private Step number(int option) {
        if (option > otherIndex()) {
            return Step.IGNORED;
        }
        selected = option;
        return question.multiSelect() ? toggle() : enter();
    }

    /// Takes the selected option, but does not change a selection of several.
    private Step enter() {
        if (selected == otherIndex() && !chosen.get(selected)) {
            return toggle();
        }
        if (!question.multiSelect() || chosen.isEmpty()) {
            choose(selected, true);
        }
        return Step.DONE;
    }
}
