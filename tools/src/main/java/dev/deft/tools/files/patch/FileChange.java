package dev.deft.tools.files.patch;

import java.util.List;
import java.util.Optional;

/// What a patch does to one file.
public sealed interface FileChange {

    String path();

    /// Makes a file.
    record Add(String path, List<String> lines) implements FileChange {

        public Add {
            lines = List.copyOf(lines);
        }

        /// What the file shall hold.
        public String content() {
            return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
        }
    }

    /// Deletes a file.
    record Delete(String path) implements FileChange {}

    /// Changes lines of a file, moves it, or both.
    record Update(String path, Optional<String> moveTo, List<Hunk> hunks) implements FileChange {

        public Update {
            hunks = List.copyOf(hunks);
        }
    }
}
