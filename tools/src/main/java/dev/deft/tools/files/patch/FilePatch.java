package dev.deft.tools.files.patch;

import java.util.List;
import java.util.Optional;

/// What a patch does to one file.
public sealed interface FilePatch {

    String path();

    /// Makes a file.
    ///
    /// @param executable whether it may be run; nothing where the patch does not say
    record Add(String path, String content, Optional<Boolean> executable) implements FilePatch {}

    /// Deletes a file.
    ///
    /// @param hunks the lines it must hold, where the patch tells them
    record Delete(String path, Optional<List<Hunk>> hunks) implements FilePatch {

        public Delete {
            hunks = hunks.map(List::copyOf);
        }
    }

    /// Changes lines of a file, moves it, changes whether it may be run, or all of it.
    ///
    /// @param executable whether it may be run afterwards; nothing where that stays as it is
    record Update(
            String path, Optional<String> moveTo, List<Hunk> hunks, Optional<Boolean> executable)
            implements FilePatch {

        public Update {
            hunks = List.copyOf(hunks);
        }
    }
}
