package dev.deft.host;

import java.time.Duration;
import java.util.Optional;

/// Which lines to find.
///
/// @param under a file, or a directory to search below
/// @param pattern what a line must contain, as `syntax` reads it
/// @param include a glob that files must match, relative to `under`
/// @param syntax how the pattern is read
/// @param timeout after which the search ends with what it has found
public record GrepQuery(
        WorkspacePath under,
        String pattern,
        Optional<String> include,
        Syntax syntax,
        Duration timeout) {

    /// How a pattern is read.
    public enum Syntax {
        /// As a regular expression; anything else is refused.
        REGEX,
        /// As a regular expression, or literally when it is none.
        REGEX_OR_LITERAL
    }

    /// {@return the same query for another pattern}
    ///
    /// @param pattern instead of this one's
    public GrepQuery withPattern(String pattern) {
        return new GrepQuery(under, pattern, include, syntax, timeout);
    }

    /// {@return the same query with another timeout}
    ///
    /// @param timeout instead of this one's
    public GrepQuery withTimeout(Duration timeout) {
        return new GrepQuery(under, pattern, include, syntax, timeout);
    }
}
