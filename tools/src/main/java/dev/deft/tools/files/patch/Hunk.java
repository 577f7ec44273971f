package dev.deft.tools.files.patch;

import java.util.List;
import java.util.OptionalInt;

/// One place of a file to change.
///
/// @param anchors lines that stand somewhere above the place, the outermost first
/// @param atEnd whether the place is the end of the file
/// @param patchLine where the hunk begins in the patch, counted from 1
/// @param oldLine the line of the old file where the hunk begins, counted from 0, if the patch says
///   so; decides only between places that fit
/// @param end what the patch says about the line end of the last line
public record Hunk(
        List<String> anchors,
        List<Line> lines,
        boolean atEnd,
        int patchLine,
        OptionalInt oldLine,
        FinalLineEnd end) {

    public Hunk {
        anchors = List.copyOf(anchors);
        lines = List.copyOf(lines);
    }

    /// A hunk that is found by what stands in it alone.
    static Hunk byContent(List<String> anchors, List<Line> lines, boolean atEnd, int patchLine) {
        return new Hunk(anchors, lines, atEnd, patchLine, OptionalInt.empty(), FinalLineEnd.STAYS);
    }

    /// What is said about a line.
    public enum Sign {
        CONTEXT,
        REMOVED,
        ADDED
    }

    /// Whether the file ends with a line end after the change.
    public enum FinalLineEnd {
        STAYS,
        PRESENT,
        ABSENT
    }

    /// One line of a hunk.
    public record Line(Sign sign, String text) {}

    Hunk withoutReturns() {
        List<Line> bare =
                lines.stream()
                        .map(it -> new Line(it.sign(), PatchParser.withoutReturn(it.text())))
                        .toList();
        return new Hunk(anchors, bare, atEnd, patchLine, oldLine, end);
    }

    /// The lines that must be there.
    public List<String> old() {
        return lines.stream().filter(it -> it.sign() != Sign.ADDED).map(Line::text).toList();
    }
}
