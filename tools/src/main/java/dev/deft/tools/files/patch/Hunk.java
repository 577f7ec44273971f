package dev.deft.tools.files.patch;

import java.util.List;
import java.util.OptionalInt;

/// The change of one place in a file.
///
/// @param anchors lines that occur above the place, the outermost first
/// @param atEnd whether the place is the end of the file
/// @param patchLine the line of the patch at which the hunk starts, counted from 1
/// @param oldLine the line of the old file at which the hunk starts, counted from 0, if the patch
///   gives it; decides only between places that match
/// @param end what the patch says about the final line end
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

    /// A hunk that is located by its content alone.
    static Hunk byContent(List<String> anchors, List<Line> lines, boolean atEnd, int patchLine) {
        return new Hunk(anchors, lines, atEnd, patchLine, OptionalInt.empty(), FinalLineEnd.STAYS);
    }

    /// Whether a line is kept, removed or added.
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

    /// The lines the file must contain.
    public List<String> old() {
        return lines.stream().filter(it -> it.sign() != Sign.ADDED).map(Line::text).toList();
    }
}
