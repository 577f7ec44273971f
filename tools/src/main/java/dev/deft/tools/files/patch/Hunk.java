package dev.deft.tools.files.patch;

import java.util.List;

/// One place of a file to change.
///
/// @param anchors lines that stand somewhere above the place, the outermost first
/// @param atEnd whether the place is the end of the file
/// @param patchLine where the hunk begins in the patch, counted from 1
public record Hunk(List<String> anchors, List<Line> lines, boolean atEnd, int patchLine) {

    public Hunk {
        anchors = List.copyOf(anchors);
        lines = List.copyOf(lines);
    }

    /// What is said about a line.
    public enum Sign {
        CONTEXT,
        REMOVED,
        ADDED
    }

    /// One line of a hunk.
    public record Line(Sign sign, String text) {}

    /// The lines that must be there.
    public List<String> old() {
        return lines.stream().filter(it -> it.sign() != Sign.ADDED).map(Line::text).toList();
    }
}
