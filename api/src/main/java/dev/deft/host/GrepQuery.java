package dev.deft.host;

import java.time.Duration;
import java.util.Optional;

/// A query for lines by content.
///
/// @param under a file or directory to search
/// @param pattern to search for
/// @param include a glob, relative to `under`, that files must match
/// @param syntax of the pattern
/// @param timeout after which the search ends with the matches so far
public record GrepQuery(
        WorkspacePath under,
        String pattern,
        Optional<String> include,
        Syntax syntax,
        Duration timeout) {

    /// The syntax of a pattern.
    public enum Syntax {
        /// A regular expression.
        REGEX,
        /// A regular expression, or literal text if it is not a valid one.
        REGEX_OR_LITERAL
    }

    /// {@return this query with another pattern}
    ///
    /// @param pattern to search for
    public GrepQuery withPattern(String pattern) {
        return new GrepQuery(under, pattern, include, syntax, timeout);
    }

    /// {@return this query with another timeout}
    ///
    /// @param timeout of the search
    public GrepQuery withTimeout(Duration timeout) {
        return new GrepQuery(under, pattern, include, syntax, timeout);
    }
}
