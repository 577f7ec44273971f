package dev.deft.undo;

import java.util.Optional;
import java.util.OptionalInt;

/// A file before or after a change, by the name of its content in the store.
///
/// @param content nothing where there was no file
record Side(Optional<String> content, OptionalInt permissions) {

    boolean isAbsent() {
        return content.isEmpty();
    }
}
