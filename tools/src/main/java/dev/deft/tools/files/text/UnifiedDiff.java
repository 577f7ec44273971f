package dev.deft.tools.files.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The change of a text as a unified diff.
///
/// @param text empty if nothing changed
/// @param changedLines the numbers of new or changed lines
/// @param added how many lines were added
/// @param removed how many lines were removed
public record UnifiedDiff(String text, List<Integer> changedLines, int added, int removed) {

    private static final int CONTEXT = 3;

    /// Longer texts are not compared: it would take minutes and a multiple of their memory.
    private static final int MOST_COMPARED = 16 << 20;

    /// Texts are compared in pieces of this length as long as they are equal.
    private static final int PIECE = 64;

    private static final String NOWHERE = "/dev/null";

    public UnifiedDiff {
        changedLines = List.copyOf(changedLines);
    }

    /// The change of one file.
    ///
    /// @param before empty if the file is new
    /// @param after empty if the file is deleted
    public static UnifiedDiff of(String path, Optional<String> before, Optional<String> after) {
        return between(
                before.map(_ -> name("a/", path)).orElse(NOWHERE),
                after.map(_ -> name("b/", path)).orElse(NOWHERE),
                before.orElse(""),
                after.orElse(""));
    }

    /// The change of a file that moved.
    public static UnifiedDiff ofMoved(String from, String to, String before, String after) {
        return between(name("a/", from), name("b/", to), before, after);
    }

    /// How a diff names a file: an absolute path, of a file outside the root, has no side.
    public static String name(String side, String path) {
        return path.startsWith("/") ? path : side + path;
    }

    /// Only the part that differs is split into lines: the rest may be most of a large file.
    private static UnifiedDiff between(
            String oldName, String newName, String before, String after) {
        int top = sameLinesAtTop(before, after);
        int bottom = sameLinesAtBottom(before, after, top);
        String oldMiddle = before.substring(top, before.length() - bottom);
        String newMiddle = after.substring(top, after.length() - bottom);
        if (oldMiddle.length() + newMiddle.length() > MOST_COMPARED) {
            return new UnifiedDiff(
                    "--- %s\n+++ %s\n(the change is too large to be shown)\n"
                            .formatted(oldName, newName),
                    List.of(),
                    lineEnds(newMiddle),
                    lineEnds(oldMiddle));
        }
        int above = lineEnds(before.substring(0, top));
        return between(oldName, newName, lines(oldMiddle), lines(newMiddle), above);
    }

    /// The length of the equal lines at the top, except those shown around the first change.
    private static int sameLinesAtTop(String before, String after) {
        int most = Math.min(before.length(), after.length());
        int at = 0;
        while (at + PIECE <= most && before.regionMatches(at, after, at, PIECE)) {
            at += PIECE;
        }
        while (at < most && before.charAt(at) == after.charAt(at)) {
            at++;
        }
        for (int lines = 0; lines <= CONTEXT && at > 0; lines++) {
            at = before.lastIndexOf('\n', at - 1);
        }
        return at <= 0 ? 0 : at + 1;
    }

    /// The same for the bottom.
    private static int sameLinesAtBottom(String before, String after, int top) {
        int most = Math.min(before.length(), after.length()) - top;
        int same = 0;
        while (same + PIECE <= most
                && before.regionMatches(
                        before.length() - same - PIECE,
                        after,
                        after.length() - same - PIECE,
                        PIECE)) {
            same += PIECE;
        }
        while (same < most
                && before.charAt(before.length() - 1 - same)
                        == after.charAt(after.length() - 1 - same)) {
            same++;
        }
        int at = before.length() - same;
        for (int lines = 0; lines <= CONTEXT && at < before.length(); lines++) {
            int end = before.indexOf('\n', at);
            at = end < 0 ? before.length() : end + 1;
        }
        return before.length() - at;
    }

    private static int lineEnds(String text) {
        int count = 0;
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            count++;
        }
        return count;
    }

    private static UnifiedDiff between(
            String oldName,
            String newName,
            List<String> oldLines,
            List<String> newLines,
            int above) {
        List<LineDiff.Block> blocks = LineDiff.blocks(oldLines, newLines);
        var text = new StringBuilder();
        if (!blocks.isEmpty() || !oldName.substring(1).equals(newName.substring(1))) {
            text.append("--- ").append(oldName).append("\n+++ ").append(newName).append('\n');
        }
        for (List<LineDiff.Block> hunk : hunks(blocks)) {
            appendHunk(text, hunk, oldLines, newLines, above);
        }
        List<Integer> changed = new ArrayList<>();
        int removed = 0;
        for (LineDiff.Block block : blocks) {
            for (int line = block.newStart(); line < block.newEnd(); line++) {
                changed.add(above + line + 1);
            }
            removed += block.oldEnd() - block.oldStart();
        }
        return new UnifiedDiff(text.toString(), changed, changed.size(), removed);
    }

    /// Each line with its line end, so that a changed line end is a difference.
    private static List<String> lines(String text) {
        var lines = new ArrayList<String>();
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            int next = end < 0 ? text.length() : end + 1;
            lines.add(text.substring(start, next));
            start = next;
        }
        return lines;
    }

    private static List<List<LineDiff.Block>> hunks(List<LineDiff.Block> blocks) {
        var hunks = new ArrayList<List<LineDiff.Block>>();
        for (LineDiff.Block block : blocks) {
            boolean near =
                    !hunks.isEmpty()
                            && block.oldStart() - hunks.getLast().getLast().oldEnd() <= 2 * CONTEXT;
            if (!near) {
                hunks.add(new ArrayList<>());
            }
            hunks.getLast().add(block);
        }
        return hunks;
    }

    private static void appendHunk(
            StringBuilder text,
            List<LineDiff.Block> hunk,
            List<String> before,
            List<String> after,
            int above) {
        LineDiff.Block first = hunk.getFirst();
        LineDiff.Block last = hunk.getLast();
        int lead = Math.min(CONTEXT, first.oldStart());
        int trail = Math.min(CONTEXT, before.size() - last.oldEnd());
        text.append("@@ -")
                .append(range(above + first.oldStart() - lead, above + last.oldEnd() + trail))
                .append(" +")
                .append(range(above + first.newStart() - lead, above + last.newEnd() + trail))
                .append(" @@\n");
        int at = first.oldStart() - lead;
        for (LineDiff.Block block : hunk) {
            append(text, ' ', before.subList(at, block.oldStart()));
            append(text, '-', before.subList(block.oldStart(), block.oldEnd()));
            append(text, '+', after.subList(block.newStart(), block.newEnd()));
            at = block.oldEnd();
        }
        append(text, ' ', before.subList(at, at + trail));
    }

    private static String range(int start, int end) {
        int count = end - start;
        int shown = count == 0 ? start : start + 1;
        return count == 1 ? Integer.toString(shown) : shown + "," + count;
    }

    private static void append(StringBuilder text, char sign, List<String> lines) {
        for (String line : lines) {
            text.append(sign).append(line);
            if (!line.endsWith("\n")) {
                text.append("\n\\ No newline at end of file\n");
            }
        }
    }
}
