package dev.deft.host;

/// Which files to find.
///
/// Ignored files (`.gitignore`, `.ignore`, git's excludes) are left out. Hidden ones are found
/// where the pattern names the dot. A pattern without `/` matches base names at any depth.
///
/// @param under where to look
/// @param pattern a glob relative to `under`
/// @param order how the files found are sorted
public record FileQuery(WorkspacePath under, String pattern, Order order) {

    /// How the files found are sorted.
    public enum Order {
        /// By path, which is the same in every run.
        BY_PATH,
        /// By the time of the last change.
        NEWEST_FIRST
    }
}
