package dev.deft.agent.session;

import dev.deft.json.Json;
import java.util.List;

/// One line of a log as it lies on the disk.
///
/// @param number from 1
/// @param entries what could be read of it: one, unless it is damaged or two lines became one
/// @param damaged whether there is more, or less, than one whole entry
record FoundLine(long number, List<Json.Obj> entries, boolean damaged) {

    FoundLine {
        entries = List.copyOf(entries);
    }
}
