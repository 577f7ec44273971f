package dev.deft.agent.session.file;

import dev.deft.json.Json;
import java.util.List;

/// A line of a log file.
///
/// @param number from 1
/// @param start its position in the file
/// @param end the position after its newline
/// @param entries its readable entries: exactly one, unless it is damaged
/// @param damaged whether it holds anything but exactly one complete entry
record LogLine(long number, long start, long end, List<ParsedEntry> entries, boolean damaged) {

    LogLine {
        entries = List.copyOf(entries);
    }

    /// An entry and its JSON text.
    record ParsedEntry(Json.Obj json, String text) {}
}
