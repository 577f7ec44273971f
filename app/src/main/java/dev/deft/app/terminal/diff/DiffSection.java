package dev.deft.app.terminal.diff;

import java.util.List;

/// A part of a diff as it is read.
sealed interface DiffSection {

    /// The start of a file.
    ///
    /// @param note such as `new file`; may be empty
    record FileStart(String name, String note, int added, int removed, int highest)
            implements DiffSection {}

    /// Changed lines that stand together.
    ///
    /// @param first whether it is the first of its file
    /// @param title what the diff says about the place, such as the name of the method
    record Hunk(boolean first, String title, List<Row> rows) implements DiffSection {

        public Hunk {
            rows = List.copyOf(rows);
        }
    }

    /// A line that belongs to no hunk.
    record Other(String text) implements DiffSection {}

    enum Kind {
        CONTEXT,
        ADDED,
        REMOVED,
        NOTE
    }

    /// A line of a hunk.
    ///
    /// @param number its number in the new file; in the old one if it was removed
    record Row(Kind kind, int number, String text) {

        Row withText(String other) {
            return new Row(kind, number, other);
        }
    }
}
