package dev.deft.tools.web.html;

import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Element;

/// The lists around the current place, and the numbers of their items.
final class Lists {

    private final Blocks blocks;
    private final List<Open> open = new ArrayList<>();

    Lists(Blocks blocks) {
        this.blocks = blocks;
    }

    private static final class Open {
        private final boolean ordered;
        private final int step;
        private long next;
        private boolean any;

        Open(boolean ordered, long first, int step) {
            this.ordered = ordered;
            this.next = first;
            this.step = step;
        }
    }

    void begin(Element list) {
        if (!blocks.isFresh()) {
            if (open.isEmpty()) {
                blocks.atLeast(Blocks.Gap.BLANK);
            } else {
                blocks.exactly(Blocks.Gap.LINE);
            }
        }
        boolean ordered = list.normalName().equals("ol");
        boolean reversed = ordered && list.hasAttr("reversed");
        long items = reversed ? list.childrenSize() : 1;
        open.add(new Open(ordered, number(list.attr("start"), items), reversed ? -1 : 1));
    }

    private static long number(String text, long otherwise) {
        return text.matches("-?\\d{1,9}") ? Long.parseLong(text) : otherwise;
    }

    /// Begins an item, which a broken page may have without a list.
    void beginItem(Element item) {
        if (open.isEmpty()) {
            blocks.atLeast(Blocks.Gap.LINE);
            blocks.open("- ", "  ");
            return;
        }
        Open list = open.getLast();
        if (list.any) {
            blocks.exactly(Blocks.Gap.LINE);
        }
        list.any = true;
        if (!list.ordered) {
            blocks.open("- ", "  ");
            return;
        }
        list.next = number(item.attr("value"), list.next);
        String mark = list.next + ". ";
        list.next += list.step;
        blocks.open(mark, " ".repeat(mark.length()));
    }

    void endItem() {
        blocks.close();
        blocks.exactly(Blocks.Gap.LINE);
    }

    void end() {
        open.removeLast();
        blocks.atLeast(open.isEmpty() ? Blocks.Gap.BLANK : Blocks.Gap.LINE);
    }
}
