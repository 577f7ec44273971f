package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.dialog.ApprovalDialog.Kind;
import dev.deft.app.terminal.dialog.WrappedText.Leads;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// The answers of an approval, with the rules that they store.
final class ApprovalAnswers {

    private static final String RULE_LEAD = "     • ";

    private final Theme theme;
    private final List<String> rules;
    private final List<Answer> all;

    ApprovalAnswers(Theme theme, List<String> rules) {
        this.theme = theme;
        this.rules = rules;
        this.all = rules.isEmpty() ? withoutRules() : withRules();
    }

    /// One answer.
    ///
    /// @param key its shortcut, beside its number
    /// @param keys as the user reads them
    /// @param asks whether it asks for a text first
    record Answer(Kind kind, String label, String key, String keys, boolean asks) {

        boolean stores() {
            return kind == Kind.SESSION || kind == Kind.PROJECT;
        }
    }

    /// Where the rules are shown.
    enum RulePlace {
        /// In the lines of the answers.
        BESIDE,
        /// In lines below each answer.
        BELOW,
        /// Not here: there is no room.
        ELSEWHERE
    }

    private static List<Answer> withRules() {
        List<Answer> answers = new ArrayList<>(withoutRules());
        answers.add(1, new Answer(Kind.SESSION, "Allow for this session", "s", "s", false));
        answers.add(2, new Answer(Kind.PROJECT, "Allow for this project", "p", "p", false));
        return List.copyOf(answers);
    }

    private static List<Answer> withoutRules() {
        return List.of(
                new Answer(Kind.ONCE, "Allow once", "y", "y", false),
                new Answer(Kind.REJECT, "Reject", "n", "n/esc", false),
                new Answer(Kind.REJECT, "Reject and say what to do instead", "r", "r", true));
    }

    int size() {
        return all.size();
    }

    Answer get(int index) {
        return all.get(index);
    }

    /// The first answer that stores a rule.
    int firstStoring() {
        return 1;
    }

    /// The answer with a number or a letter as its shortcut.
    Optional<Integer> by(String key) {
        for (int i = 0; i < all.size(); i++) {
            if (key.equals(all.get(i).key()) || key.equals(Integer.toString(i + 1))) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    /// @param rows that may be used for answers
    RulePlace place(int columns, int rows) {
        if (rules.isEmpty()) {
            return RulePlace.BESIDE;
        }
        int room = columns - ruleColumn();
        if (rules.size() == 1 && DialogLines.width(shown(rules.getFirst())) <= room) {
            return RulePlace.BESIDE;
        }
        return all.size() + 2L * stored(columns).size() <= rows
                ? RulePlace.BELOW
                : RulePlace.ELSEWHERE;
    }

    private int ruleColumn() {
        return all.stream()
                        .filter(Answer::stores)
                        .mapToInt(it -> DialogLines.width(text(it)))
                        .max()
                        .orElse(0)
                + 2;
    }

    private String text(Answer answer) {
        return "   %d %s (%s)".formatted(all.indexOf(answer) + 1, answer.label(), answer.keys());
    }

    private String label(Answer answer, int columns) {
        return answer.asks() && DialogLines.width(text(answer)) > columns
                ? "Reject and say why"
                : answer.label();
    }

    private static String shown(String rule) {
        return TerminalText.decide(rule);
    }

    /// The rules, wrapped.
    Block stored(int columns) {
        var widths = new CharacterWidths();
        return Block.joined(
                rules.stream()
                        .<Block>map(it ->
                                new WrappedText(
                                        widths,
                                        // A line end in a rule would look like a second rule.
                                        shown(it),
                                        columns,
                                        Leads.hanging(RULE_LEAD, theme.faint()),
                                        theme.code()))
                        .toList());
    }

    /// The lines of one answer.
    List<AttributedString> lines(int index, boolean selected, RulePlace place, int columns) {
        Answer answer = all.get(index);
        var line =
                new AttributedStringBuilder()
                        .append(
                                selected ? DialogLines.SELECTED : DialogLines.UNSELECTED,
                                theme.accent())
                        .append(
                                "%d %s".formatted(index + 1, label(answer, columns)),
                                selected ? theme.accent() : theme.plain())
                        .append(" (" + answer.keys() + ")", theme.faint());
        if (answer.stores() && place == RulePlace.BESIDE) {
            line.append(" ".repeat(Math.max(0, ruleColumn() - line.columnLength())))
                    .append(shown(rules.getFirst()), theme.code());
        }
        List<AttributedString> lines = new ArrayList<>();
        lines.add(line.toAttributedString());
        if (answer.stores() && place == RulePlace.BELOW) {
            Block stored = stored(columns);
            lines.addAll(stored.lines(0, stored.size()));
        }
        return lines;
    }
}
