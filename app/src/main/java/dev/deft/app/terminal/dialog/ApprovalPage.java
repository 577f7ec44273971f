package dev.deft.app.terminal.dialog;

import dev.deft.app.terminal.dialog.ApprovalAnswers.RulePlace;
import dev.deft.app.terminal.dialog.WrappedText.Leads;
import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import dev.deft.run.Approver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jline.utils.AttributedString;

/// Lays out an approval: the call and the reasons, which scroll, and what the user answers with,
/// which is always seen.
final class ApprovalPage {

    /// Fewer rows have no room for the line with the keys.
    private static final int ROWS_FOR_KEYS = 8;

    /// The least lines of the call that are shown beside reasons and blank lines.
    private static final int CALL_LINES = 5;

    private static final int MOST_REASON_LINES = 4;

    private final Approver.Request request;
    private final Theme theme;
    private final DiffView diffs;
    private final ApprovalAnswers answers;
    private final ListWindow window = new ListWindow();
    private final ScrolledBlock scrolled;
    private Optional<Texts> texts = Optional.empty();
    private boolean showsRules;

    ApprovalPage(Approver.Request request, Theme theme, DiffView diffs, ApprovalAnswers answers) {
        this.request = request;
        this.theme = theme;
        this.diffs = diffs;
        this.answers = answers;
        this.scrolled = new ScrolledBlock(theme);
    }

    /// What does not change while the width stays.
    private record Texts(int columns, Block call, Block reasons) {}

    /// Whether the user saw beside the answers which rules they store.
    boolean showsRules() {
        return showsRules;
    }

    boolean scroll(String key) {
        return scrolled.press(key);
    }

    /// With the answers.
    ///
    /// @param selected the selected answer; negative for none
    Frame draw(int columns, int rows, int selected) {
        int room = Math.max(1, rows - (rows < ROWS_FOR_KEYS ? 2 : 3));
        RulePlace place = answers.place(columns, Math.max(answers.size(), room / 2));
        showsRules = place != RulePlace.ELSEWHERE && room > answers.size();
        List<String> keys = new ArrayList<>(List.of("↑↓ choose", "enter answer"));
        if (!request.rules().isEmpty()) {
            keys.add("e edit rule");
        }
        return draw(columns, rows, drawn(columns, room, selected, place), place, keys);
    }

    private Frame drawn(int columns, int rows, int selected, RulePlace place) {
        List<List<AttributedString>> entries = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            entries.add(answers.lines(i, i == selected, place, columns));
        }
        ListWindow.Range range =
                window.around(
                        Math.max(0, selected), entries.size(), it -> entries.get(it).size(), rows);
        return Frame.of(
                entries.subList(range.from(), range.to()).stream()
                        .flatMap(List::stream)
                        .limit(rows)
                        .toList());
    }

    /// With an input in place of the answers.
    ///
    /// @param input draws it in a number of rows
    Frame draw(int columns, int rows, String title, IntFunction<Frame> input, List<String> keys) {
        boolean titled = rows >= ROWS_FOR_KEYS;
        Frame above = titled ? Frame.of(List.of(new AttributedString(" " + title))) : Frame.EMPTY;
        Frame below = input.apply(titled ? Math.max(1, rows / 2 - 1) : 1);
        return draw(columns, rows, above.above(below), RulePlace.BESIDE, keys);
    }

    private Frame draw(int columns, int rows, Frame lower, RulePlace place, List<String> keys) {
        Texts laid = texts(columns);
        boolean withKeys = rows >= ROWS_FOR_KEYS;
        boolean withHeading = rows > lower.lines().size() + 1;
        int rest =
                Math.max(
                        0,
                        rows - lower.lines().size() - (withKeys ? 1 : 0) - (withHeading ? 1 : 0));
        boolean pinned =
                laid.reasons().size() <= MOST_REASON_LINES
                        && rest - laid.reasons().size() - 3 >= CALL_LINES;
        Block call = call(laid, place, !pinned, columns);
        int reasons = pinned ? laid.reasons().size() : 0;
        int gaps = gaps(rest - call.size() - reasons, reasons > 0);

        List<AttributedString> lines = new ArrayList<>();
        if (withHeading) {
            lines.add(DialogLines.heading(theme, title(), asker(), columns));
        }
        gap(lines, gaps > 2);
        lines.addAll(scrolled.draw(call, rest - reasons - gaps));
        if (reasons > 0) {
            gap(lines, gaps > 1);
            lines.addAll(laid.reasons().lines(0, reasons));
        }
        gap(lines, gaps > 0);
        Frame all = Frame.of(lines).above(lower);
        List<AttributedString> end = new ArrayList<>();
        gap(end, gaps > 3 || (gaps > 1 && reasons == 0));
        if (withKeys) {
            end.add(DialogLines.keys(theme, columns, withScrolling(keys)));
        }
        Frame whole = all.above(Frame.of(end));
        return DialogLines.fitted(whole.lines(), whole.cursor(), columns, rows);
    }

    /// How many blank lines there are, the one above the answers first. They are the first to go:
    /// what is asked about matters more.
    ///
    /// @param free lines that nothing else needs; negative if some are missing
    private static int gaps(int free, boolean withReasons) {
        int least = withReasons ? 1 : 0;
        int most = withReasons ? 4 : 3;
        return Math.clamp(free, least, most);
    }

    private List<String> withScrolling(List<String> keys) {
        List<String> all = new ArrayList<>(keys);
        if (scrolled.overflows()) {
            all.add("pgup/pgdn scroll");
        }
        return all;
    }

    private static void gap(List<AttributedString> lines, boolean wanted) {
        if (wanted) {
            lines.add(AttributedString.EMPTY);
        }
    }

    private String title() {
        return "Allow " + TerminalText.decide(request.tool()) + "?";
    }

    private String asker() {
        return request.from().map(it -> "asked by " + TerminalText.decide(it)).orElse("");
    }

    private Texts texts(int columns) {
        if (texts.isEmpty() || texts.get().columns() != columns) {
            texts = Optional.of(laidOut(columns));
        }
        return texts.get();
    }

    private Texts laidOut(int columns) {
        var widths = new CharacterWidths();
        List<Block> call = new ArrayList<>();
        if (request.from().isPresent() && !DialogLines.fitsHeading(title(), asker(), columns)) {
            call.add(new WrappedText(widths, asker(), columns, Leads.blank(3), theme.warning()));
        }
        call.add(ApprovalContent.of(request, theme, diffs, columns));
        List<Block> reasons = new ArrayList<>();
        for (String reason : request.reasons()) {
            String one = TerminalText.decide(reason);
            reasons.add(new WrappedText(widths, one, columns, Leads.blank(3), theme.faint()));
        }
        return new Texts(columns, Block.joined(call), Block.joined(reasons));
    }

    /// The part that scrolls.
    private Block call(Texts laid, RulePlace place, boolean withReasons, int columns) {
        List<Block> blocks = new ArrayList<>(List.of(laid.call()));
        if (withReasons) {
            blocks.add(laid.reasons());
        }
        if (place == RulePlace.ELSEWHERE) {
            var title = new AttributedString("   2 and 3 store:", theme.faint());
            blocks.add(Block.of(List.of(AttributedString.EMPTY, title)));
            blocks.add(answers.stored(columns));
        }
        return Block.joined(blocks);
    }
}
