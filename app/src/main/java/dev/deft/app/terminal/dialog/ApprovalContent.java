package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.dialog.WrappedText.Leads;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.run.Approver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/// Shows what a call would do: its command, its change of a file, or its arguments.
///
/// Nothing here is faint but what Deft itself adds, and nothing is left out: the user decides on
/// all of it.
final class ApprovalContent {

    private static final int INDENT = 3;

    /// Larger diffs are shown as text, since drawing one takes time and memory for all of its
    /// lines.
    private static final int LARGEST_DIFF = 200_000;

    private static final int MOST_DIFF_LINES = 5_000;

    /// A longer preview may have been cut: then the arguments are shown too.
    private static final int LONGEST_WHOLE = 18_000;

    private final Theme theme;
    private final DiffView diffs;
    private final CharacterWidths widths = new CharacterWidths();
    private final int columns;
    private final List<Block> blocks = new ArrayList<>();

    private ApprovalContent(Theme theme, DiffView diffs, int columns) {
        this.theme = theme;
        this.diffs = diffs;
        this.columns = columns;
    }

    static Block of(Approver.Request request, Theme theme, DiffView diffs, int columns) {
        var content = new ApprovalContent(theme, diffs, columns);
        boolean previewed = request.preview().filter(ApprovalContent::isWhole).isPresent();
        content.add(request.arguments(), previewed);
        request.preview()
                .ifPresent(
                        it -> content.preview(it, request.arguments().text("command").isPresent()));
        return Block.joined(content.blocks);
    }

    /// Whether a preview shows a change of files completely. Deft makes it, not the model.
    private static boolean isWhole(String preview) {
        return preview.length() < LONGEST_WHOLE && ProposedChange.diffIn(preview).isPresent();
    }

    /// @param previewed whether the preview shows the change
    private void add(Json.Obj arguments, boolean previewed) {
        Optional<String> command = arguments.text("command");
        command.ifPresent(this::command);
        Optional<ProposedChange> change =
                previewed ? Optional.empty() : ProposedChange.in(arguments);
        Set<String> shown =
                previewed && command.isEmpty()
                        ? ProposedChange.FIELDS
                        : change.map(ProposedChange::fields).orElse(Set.of());
        arguments
                .fields()
                .forEach((name, value) -> {
                    boolean isCommand = command.isPresent() && name.equals("command");
                    if (!isCommand && !shown.contains(name)) {
                        field(name, value, INDENT);
                    }
                });
        change.ifPresent(this::change);
    }

    private void command(String command) {
        blocks.add(
                new WrappedText(
                        widths,
                        command.stripTrailing(),
                        columns,
                        new Leads("   $ ", "   > ", "     ", theme.accent()),
                        theme.strong()));
    }

    private void field(String name, Json value, int indent) {
        String lead = " ".repeat(Math.min(indent, columns / 2)) + TerminalText.decide(name);
        switch (value) {
            case Json.Str(String text) when text.contains("\n") -> {
                title(lead + ":");
                lines(text, indent + 2);
            }
            case Json.Str(String text) -> value(lead, text.isEmpty() ? "\"\"" : text);
            case Json.Obj(Map<String, Json> fields) when !fields.isEmpty() -> {
                title(lead + ":");
                fields.forEach((inner, it) -> field(inner, it, indent + 2));
            }
            case Json.Arr(List<Json> items) when !items.isEmpty() -> {
                title(lead + ":");
                for (int i = 0; i < items.size(); i++) {
                    field(Integer.toString(i + 1), items.get(i), indent + 2);
                }
            }
            case Json.Obj _, Json.Arr _, Json.Num _, Json.Bool _, Json.Null _ ->
                    value(lead, value.toString());
        }
    }

    private void title(String text) {
        blocks.add(new WrappedText(widths, text, columns, Leads.blank(0), theme.faint()));
    }

    private void value(String lead, String value) {
        String before = lead + ": ";
        if (DialogLines.width(before) > columns / 2) {
            title(lead + ":");
            blocks.add(
                    new WrappedText(
                            widths, value, columns, Leads.blank(INDENT + 2), theme.plain()));
            return;
        }
        blocks.add(
                new WrappedText(
                        widths,
                        value,
                        columns,
                        Leads.hanging(before, theme.faint()),
                        theme.plain()));
    }

    /// The bar tells the lines of a value from the names of other arguments.
    private void lines(String text, int indent) {
        blocks.add(new WrappedText(widths, text, columns, bar(indent), theme.plain()));
    }

    private Leads bar(int indent) {
        String blank = " ".repeat(Math.min(indent, columns / 2));
        return new Leads(blank + "│ ", blank + "│ ", blank + "  ", theme.faint());
    }

    private void change(ProposedChange change) {
        switch (change) {
            case ProposedChange.Unified(_, String diff) -> diff(diff);
            case ProposedChange.Patch(_, String patch) ->
                    blocks.add(
                            new WrappedText(widths, patch, columns, bar(INDENT), this::patchStyle));
        }
    }

    private AttributedStyle patchStyle(int first) {
        return switch (first) {
            case '+' -> theme.added();
            case '-' -> theme.removed();
            case '*' -> theme.strong();
            default -> theme.plain();
        };
    }

    private void preview(String preview, boolean ofCommand) {
        blocks.add(Block.of(List.of(AttributedString.EMPTY)));
        if (ofCommand) {
            title("   It would change:");
        }
        int start = ProposedChange.diffIn(preview).orElse(preview.length());
        String before = preview.substring(0, start).stripTrailing();
        if (!before.isEmpty()) {
            lines(before, INDENT);
        }
        if (start < preview.length()) {
            diff(preview.substring(start));
        }
    }

    private void diff(String diff) {
        List<AttributedString> lines = new ArrayList<>();
        String indent = " ".repeat(INDENT);
        int room = Math.max(1, columns - INDENT);
        if (diff.length() > LARGEST_DIFF || diff.lines().count() > MOST_DIFF_LINES) {
            blocks.add(new WrappedText(widths, diff, columns, bar(INDENT), this::patchStyle));
            return;
        }
        for (AttributedString line : diffs.draw(WrappedText.shown(diff), room)) {
            for (AttributedString part : split(line, room)) {
                lines.add(
                        AttributedString.join(
                                AttributedString.EMPTY, new AttributedString(indent), part));
            }
        }
        blocks.add(Block.of(lines));
    }

    /// A line that is too wide is wrapped rather than cut.
    private static List<AttributedString> split(AttributedString line, int columns) {
        return line.columnLength() <= columns ? List.of(line) : line.columnSplitLength(columns);
    }
}
