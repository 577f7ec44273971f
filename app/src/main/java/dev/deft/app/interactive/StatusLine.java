package dev.deft.app.interactive;

import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/// The last line of the screen: agent, model, context, cost, branch and sandbox. Where there is
/// little room the parts at the end are left out first, and the model is shortened.
///
/// @param agent its name
/// @param contextPercent how much of the model's window is used
/// @param cost of the session so far, in dollars
record StatusLine(
        String agent,
        String model,
        int contextPercent,
        OptionalDouble cost,
        Optional<String> branch,
        Optional<String> sandbox) {

    private static final int FULL = 80;
    private static final int LEAST_MODEL = 6;
    private static final String BETWEEN = " · ";

    AttributedString line(Theme theme, int columns) {
        List<AttributedString> parts = new ArrayList<>();
        if (model.isEmpty()) {
            return TranscriptBlocks.styled(agent, theme.faint(), columns);
        }
        var name = new AttributedString(TerminalText.read(agent), theme.accent());
        String context = contextPercent + "% context";
        int left = columns - name.columnLength() - context.length() - 2 * BETWEEN.length();
        parts.add(name);
        shortModel(left).ifPresent(it -> parts.add(new AttributedString(it, theme.faint())));
        parts.add(
                new AttributedString(
                        context, contextPercent >= FULL ? theme.warning() : theme.faint()));
        cost.ifPresent(it -> parts.add(new AttributedString(dollars(it), theme.faint())));
        branch.ifPresent(
                it -> parts.add(new AttributedString(TerminalText.read(it), theme.faint())));
        sandbox.ifPresent(it ->
                parts.add(
                        new AttributedString(
                                it.equals("none") ? "no sandbox" : it,
                                it.equals("none") ? theme.warning() : theme.faint())));
        var line = new AttributedStringBuilder();
        for (AttributedString part : parts) {
            int needed = part.columnLength() + (line.length() == 0 ? 0 : BETWEEN.length());
            if (line.columnLength() + needed > columns) {
                continue;
            }
            if (line.length() > 0) {
                line.styled(theme.faint(), BETWEEN);
            }
            line.append(part);
        }
        return line.toAttributedString();
    }

    /// The model without its provider where there is no room for it, or a part of its name.
    private Optional<String> shortModel(int columns) {
        String whole = TerminalText.read(model);
        if (new AttributedString(whole).columnLength() <= columns) {
            return Optional.of(whole);
        }
        var name = new AttributedString(whole.substring(whole.lastIndexOf('/') + 1));
        if (name.columnLength() <= columns) {
            return Optional.of(name.toString());
        }
        return columns < LEAST_MODEL
                ? Optional.empty()
                : Optional.of(name.columnSubSequence(0, columns - 1) + "…");
    }

    static String dollars(double amount) {
        return amount == 0
                ? "$0"
                : String.format(Locale.ROOT, amount < 1 ? "$%.3f" : "$%.2f", amount);
    }
}
