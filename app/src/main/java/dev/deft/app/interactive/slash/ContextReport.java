package dev.deft.app.interactive.slash;

import dev.deft.agent.context.CompactionOutcome;
import dev.deft.agent.context.ContextUse;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/// `/context` and `/compact`: what fills the window of the model, and making room in it.
record ContextReport(ContextUse use) {

    private static final int WIDEST_BAR = 60;
    private static final String USED = "█";
    private static final String FREE = "░";

    static void show(Conversation conversation) {
        conversation.work(
                "Counting",
                () -> new ContextReport(conversation.session().context()),
                report ->
                        conversation.print(columns -> report.lines(conversation.theme(), columns)));
    }

    List<AttributedString> lines(Theme theme, int columns) {
        var page =
                new TextPage()
                        .heading("Context of %s".formatted(use.model()))
                        .line(bar(theme, Math.min(WIDEST_BAR, columns - 9)));
        page.text(
                String.format(
                        Locale.ROOT,
                        "%,d of %,d tokens used; the older part is summed up at %,d.",
                        use.tokens(),
                        use.window(),
                        use.compactsAt()));
        page.heading("What it holds");
        for (ContextUse.Share share : use.shares()) {
            if (share.tokens() > 0) {
                page.figures(share.name(), tokens(share.tokens()));
            }
        }
        page.figures("free", tokens(use.free()));
        return page.lines(theme, columns);
    }

    private String tokens(long count) {
        double percent = use.window() <= 0 ? 0 : count * 100.0 / use.window();
        return String.format(Locale.ROOT, "%,9d %5.1f %%", count, percent);
    }

    /// A bar with a color for each kind of content.
    private AttributedString bar(Theme theme, int columns) {
        var bar = new AttributedStringBuilder().append("  ");
        int width = Math.max(1, columns);
        int drawn = 0;
        long sum = 0;
        for (ContextUse.Share share : use.shares()) {
            sum += share.tokens();
            int end = end(sum, width);
            bar.append(USED.repeat(Math.max(0, end - drawn)), style(share.kind(), theme));
            drawn = Math.max(drawn, end);
        }
        return bar.append(FREE.repeat(width - drawn), theme.faint())
                .append(" %d %%".formatted(use.percent()))
                .toAttributedString();
    }

    private int end(long tokens, int width) {
        return use.window() <= 0
                ? width
                : Math.clamp(Math.round(tokens * (double) width / use.window()), 0, width);
    }

    private static AttributedStyle style(ContextUse.Kind kind, Theme theme) {
        return switch (kind) {
            case SYSTEM -> theme.keyword();
            case TOOLS -> theme.number();
            case SUMMARY -> theme.link();
            case USER -> theme.accent();
            case ASSISTANT -> theme.string();
            case RESULTS -> theme.plain();
        };
    }

    /// Sums up the older part of the conversation.
    static void compact(String wishes, Conversation conversation) {
        conversation.work(
                "Summing up",
                () -> conversation.session().compact(wishes, _ -> {}),
                outcome -> tell(outcome, conversation));
    }

    private static void tell(CompactionOutcome outcome, Conversation conversation) {
        switch (outcome) {
            case CompactionOutcome.Compacted(String summary, long before, long after) -> {
                conversation.note(
                        String.format(
                                Locale.ROOT,
                                "Summed up: about %,d tokens instead of %,d.",
                                after,
                                before));
                String text = TerminalText.read(summary);
                conversation.print(
                        columns -> new TextPage().faint(text).lines(conversation.theme(), columns));
            }
            case CompactionOutcome.NothingToDo(String why) -> conversation.note(why);
            case CompactionOutcome.Failed(String why) -> conversation.error(why);
        }
    }
}
