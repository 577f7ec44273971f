package dev.deft.agent.session.file;

import dev.deft.json.Json;
import java.util.List;

/// One line of a log as it lies on the disk.
///
/// @param number from 1
/// @param start where it begins in the file
/// @param end behind its line end
/// @param entries what could be read of it: one, unless it is damaged or two lines became one
/// @param damaged whether there is more, or less, than one whole entry
record LogLine(long number, long start, long end, List<ParsedEntry> entries, boolean damaged) {

    LogLine {
        entries = List.copyOf(entries);
    }

    /// An entry, and the words it stands in.
    record ParsedEntry(Json.Obj json, String text) {}
}
