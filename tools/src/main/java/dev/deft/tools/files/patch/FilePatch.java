package dev.deft.tools.files.patch;

import java.util.List;
import java.util.Optional;

/// The change of one file in a patch.
public sealed interface FilePatch {

    String path();

    /// Creates a file.
    ///
    /// @param executable whether it is executable; empty if the patch does not say
    record Add(String path, String content, Optional<Boolean> executable) implements FilePatch {}

    /// Deletes a file.
    ///
    /// @param hunks the lines it must contain, if the patch lists them
    record Delete(String path, Optional<List<Hunk>> hunks) implements FilePatch {

        public Delete {
            hunks = hunks.map(List::copyOf);
        }
    }

    /// Changes lines of a file, moves it, or changes its mode.
    ///
    /// @param executable whether it is executable afterwards; empty if that does not change
    record Update(
            String path, Optional<String> moveTo, List<Hunk> hunks, Optional<Boolean> executable)
            implements FilePatch {

        public Update {
            hunks = List.copyOf(hunks);
        }
    }
}
