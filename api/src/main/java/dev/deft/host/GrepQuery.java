package dev.deft.host;

import java.util.Optional;

/// Which lines to find.
///
/// @param under a file, or a directory to search below
/// @param include a glob that files must match, relative to `under`
/// @param syntax how the pattern is read
public record GrepQuery(
        WorkspacePath under, String pattern, Optional<String> include, Syntax syntax) {

    /// How a pattern is read.
    public enum Syntax {
        REGEX,
        /// As a regular expression, or literally when it is none.
        REGEX_OR_LITERAL
    }
}
