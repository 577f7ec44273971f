package dev.deft.os;

import dev.deft.host.Bytes;
import java.util.Optional;
import java.util.OptionalInt;

/// A file as it is or shall be.
///
/// @param content nothing when there is no file
/// @param permissions as `chmod` takes them; for a new file nothing means the usual ones, and a
///   file that exists keeps its own
public record FileState(Optional<Bytes> content, OptionalInt permissions) {

    /// No file.
    public static final FileState ABSENT = new FileState(Optional.empty(), OptionalInt.empty());

    public static FileState of(Bytes content) {
        return new FileState(Optional.of(content), OptionalInt.empty());
    }

    public static FileState of(Bytes content, int permissions) {
        return new FileState(Optional.of(content), OptionalInt.of(permissions));
    }
}
