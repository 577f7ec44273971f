package dev.deft.host;

/// A query for files by name.
///
/// Ignored files (`.gitignore`, `.ignore`, git's excludes) are never found, hidden files only if
/// the pattern contains the dot. A pattern without `/` matches file names at any depth.
///
/// @param under the directory to search
/// @param pattern a glob relative to `under`
/// @param order of the results
public record FileQuery(WorkspacePath under, String pattern, Order order) {

    /// The order of the results.
    public enum Order {
        /// By path.
        BY_PATH,
        /// By modification time.
        NEWEST_FIRST
    }
}
