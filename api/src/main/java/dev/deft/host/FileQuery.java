package dev.deft.host;

/// Which files to find.
///
/// Ignored files (`.gitignore`, `.ignore`, git's excludes) are left out. Hidden ones are found
/// where the pattern names the dot. A pattern without `/` matches base names at any depth.
///
/// @param under where to look
/// @param pattern a glob relative to `under`
public record FileQuery(WorkspacePath under, String pattern, Order order) {

    /// How the files found are sorted.
    public enum Order {
        BY_PATH,
        NEWEST_FIRST
    }
}
