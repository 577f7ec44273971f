package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.dialog.ApprovalAnswers.Answer;
import dev.deft.app.terminal.ui.Dialog;
import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import dev.deft.run.Approver;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Asks whether a call may run.
///
/// Two things keep it from being answered by accident, since the user may be typing a message when
/// it appears. Keys count only after the first pause in typing, see [QuietStart]; until then they
/// are not taken, so that the conversation can keep them for its own input. And no answer is
/// selected at first: Enter, the key that ends a message, does nothing before an arrow has selected
/// an answer. Letters and numbers answer with one key, so a deliberate answer stays quick. Pasted
/// text never answers.
public final class ApprovalDialog implements Dialog<ApprovalDialog.Choice> {

    private static final int NONE = -1;

    private final Approver.Request request;
    private final Theme theme;
    private final Function<String, Optional<String>> ruleCheck;
    private final QuietStart start;
    private final ApprovalAnswers answers;
    private final ApprovalPage page;
    private final TextInput message = new TextInput(TerminalText::read);
    private int selected = NONE;
    private Optional<RuleEditor> editor = Optional.empty();
    private boolean telling;
    private Optional<Choice> answer = Optional.empty();

    /// @param ruleCheck says what is wrong with a rule; empty if it can be stored
    public ApprovalDialog(
            Approver.Request request,
            Theme theme,
            DiffView diffs,
            Function<String, Optional<String>> ruleCheck,
            InstantSource clock) {
        this.request = request;
        this.theme = theme;
        this.ruleCheck = ruleCheck;
        this.start = new QuietStart(clock);
        this.answers = new ApprovalAnswers(theme, request.rules());
        this.page = new ApprovalPage(request, theme, diffs, answers);
    }

    /// What the user decided.
    ///
    /// @param rules to store, as the user left them; empty unless the kind stores rules
    /// @param message what to do instead of a rejected call
    public record Choice(Kind kind, List<String> rules, Optional<String> message) {

        public Choice {
            rules = List.copyOf(rules);
        }
    }

    /// The kinds of answers.
    public enum Kind {
        ONCE,
        SESSION,
        PROJECT,
        REJECT
    }

    @Override
    public Optional<Choice> answer() {
        return answer;
    }

    @Override
    public Frame draw(int columns, int rows) {
        start.drawn();
        if (editor.isPresent()) {
            RuleEditor rules = editor.get();
            return page.draw(
                    columns,
                    rows,
                    answers.get(selected).label() + ". Store:",
                    room -> rules.draw(theme, columns, room),
                    List.of("enter allow and store", "esc back"));
        }
        if (telling) {
            return page.draw(
                    columns,
                    rows,
                    "What should be done instead?",
                    _ -> told(columns),
                    List.of("enter reject and send", "esc back"));
        }
        return page.draw(columns, rows, selected);
    }

    private Frame told(int columns) {
        TextInput.Line line = message.draw(columns - 4, theme.plain());
        return DialogLines.input(theme, DialogLines.SELECTED, line);
    }

    @Override
    public boolean press(Key key) {
        if (answer.isPresent() || key instanceof Key.Focus || !start.counts()) {
            return false;
        }
        if (editor.isPresent()) {
            return edit(editor.get(), key);
        }
        return telling ? tell(key) : choose(key);
    }

    private boolean choose(Key key) {
        return switch (key) {
            case Key.Text(String text) -> letter(text.toLowerCase(Locale.ROOT));
            case Key.Press(String name) -> named(name);
            case Key.Pasted _, Key.Focus _ -> false;
        };
    }

    private boolean letter(String letter) {
        Optional<Integer> chosen = answers.by(letter);
        if (chosen.isPresent()) {
            selected = chosen.get();
            return take(answers.get(selected));
        }
        return switch (letter) {
            case "j" -> move(1);
            case "k" -> move(-1);
            case "e" -> editRules();
            default -> false;
        };
    }

    private boolean named(String name) {
        return switch (name) {
            case "down" -> move(1);
            case "up" -> move(-1);
            case "tab" -> editRules();
            case "enter" -> selected == NONE || take(answers.get(selected));
            case "esc" -> end(new Choice(Kind.REJECT, List.of(), Optional.empty()));
            default -> page.scroll(name);
        };
    }

    /// The first arrow selects the first answer, or the last one.
    private boolean move(int by) {
        int from = selected == NONE && by < 0 ? 0 : selected;
        selected = Math.floorMod(from + by, answers.size());
        return true;
    }

    private boolean take(Answer chosen) {
        if (chosen.asks()) {
            telling = true;
            return true;
        }
        if (chosen.stores() && !page.showsRules()) {
            // No rule is stored unseen: without room for it beside the answer, it is shown first.
            return editRules();
        }
        List<String> rules = chosen.stores() ? request.rules() : List.of();
        return end(new Choice(chosen.kind(), rules, Optional.empty()));
    }

    private boolean editRules() {
        if (request.rules().isEmpty()) {
            return false;
        }
        boolean stores = selected != NONE && answers.get(selected).stores();
        selected = stores ? selected : answers.firstStoring();
        editor = Optional.of(new RuleEditor(request.rules(), ruleCheck));
        return true;
    }

    private boolean edit(RuleEditor rules, Key key) {
        if (key.equals(new Key.Press("esc"))) {
            editor = Optional.empty();
            return true;
        }
        if (key.equals(new Key.Press("enter"))) {
            Kind kind = answers.get(selected).kind();
            rules.rules().ifPresent(it -> end(new Choice(kind, it, Optional.empty())));
            return true;
        }
        return rules.press(key) || pageKey(key);
    }

    private boolean tell(Key key) {
        if (key.equals(new Key.Press("esc"))) {
            telling = false;
            return true;
        }
        if (key.equals(new Key.Press("enter"))) {
            String text = message.text().strip();
            Optional<String> told = text.isEmpty() ? Optional.empty() : Optional.of(text);
            return end(new Choice(Kind.REJECT, List.of(), told));
        }
        return message.press(key) || pageKey(key);
    }

    private boolean pageKey(Key key) {
        return key instanceof Key.Press(String name) && page.scroll(name);
    }

    private boolean end(Choice choice) {
        answer = Optional.of(choice);
        return true;
    }
}
