package dev.deft.tools.files.text;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.DeltaType;
import java.util.ArrayList;
import java.util.List;

/// Compares two texts line by line.
public final class LineDiff {

    /// If more lines differ, the whole middle is one change: finding the smallest one could take
    /// minutes.
    private static final int MOST_COMPARED = 10_000;

    private LineDiff() {}

    /// Old lines that were replaced by new lines; either may be empty. Indexes count from 0.
    public record Block(int oldStart, int oldEnd, int newStart, int newEnd) {}

    /// The differences, from top to bottom.
    public static List<Block> blocks(List<String> before, List<String> after) {
        int shorter = Math.min(before.size(), after.size());
        int top = 0;
        while (top < shorter && before.get(top).equals(after.get(top))) {
            top++;
        }
        int bottom = 0;
        while (bottom < shorter - top
                && before.get(before.size() - 1 - bottom)
                        .equals(after.get(after.size() - 1 - bottom))) {
            bottom++;
        }
        return middle(
                before.subList(top, before.size() - bottom),
                after.subList(top, after.size() - bottom),
                top);
    }

    private static List<Block> middle(List<String> before, List<String> after, int top) {
        if (before.isEmpty() && after.isEmpty()) {
            return List.of();
        }
        boolean oneSided = before.isEmpty() || after.isEmpty();
        if (oneSided || before.size() + after.size() > MOST_COMPARED) {
            return List.of(new Block(top, top + before.size(), top, top + after.size()));
        }
        return joined(
                new MyersDiffWithLinearSpace<String>()
                        .computeDiff(before, after, null).stream()
                                .sorted(LineDiff::byStart)
                                .map(it -> block(it, top))
                                .toList());
    }

    private static int byStart(Change a, Change b) {
        int order = Integer.compare(a.startOriginal, b.startOriginal);
        return order == 0 ? Integer.compare(a.startRevised, b.startRevised) : order;
    }

    private static Block block(Change change, int top) {
        int oldEnd =
                change.deltaType == DeltaType.INSERT ? change.startOriginal : change.endOriginal;
        int newEnd = change.deltaType == DeltaType.DELETE ? change.startRevised : change.endRevised;
        return new Block(
                top + change.startOriginal, top + oldEnd, top + change.startRevised, top + newEnd);
    }

    /// Merges changes without an equal line between them.
    private static List<Block> joined(List<Block> blocks) {
        var all = new ArrayList<Block>();
        for (Block next : blocks) {
            if (!all.isEmpty() && touches(all.getLast(), next)) {
                Block last = all.removeLast();
                all.add(new Block(last.oldStart(), next.oldEnd(), last.newStart(), next.newEnd()));
            } else {
                all.add(next);
            }
        }
        return all;
    }

    private static boolean touches(Block first, Block second) {
        return first.oldEnd() == second.oldStart() && first.newEnd() == second.newStart();
    }
}
