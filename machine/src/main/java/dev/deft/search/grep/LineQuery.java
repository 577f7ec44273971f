package dev.deft.search.grep;

import dev.deft.search.walk.ResultSink;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// A query for lines by content.
///
/// @param path a directory or a file relative to the root; empty for the root itself
/// @param include a glob relative to `path` that a file must match; hidden files match only if it
///   names them
/// @param limit how many matches the result contains; the sink receives all
/// @param textLimit how many characters of a line a match shows
/// @param timeout how long the search may take; then it returns what it has found
/// @param readable whether a file, named relative to the root, may be shown at all; called once for
///   each file with a match, by several threads
/// @param namePrefix written before the name of each file in a match
public record LineQuery(
        String pattern,
        Syntax syntax,
        boolean ignoreCase,
        String path,
        Optional<String> include,
        int limit,
        int textLimit,
        Duration timeout,
        Predicate<String> readable,
        Optional<ResultSink<FileMatches>> sink,
        String namePrefix) {

    /// How the pattern is interpreted.
    public enum Syntax {
        REGEX,
        LITERAL,
        /// A regular expression, or literal text if it is not a valid one.
        REGEX_OR_LITERAL
    }

    private static final int LIMIT = 200;
    private static final int TEXT_LIMIT = 2000;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    public LineQuery {
        if (limit < 0 || textLimit < 0) {
            throw new IllegalArgumentException("a limit must not be negative");
        }
    }

    public static LineQuery of(String pattern) {
        return new LineQuery(
                pattern,
                Syntax.REGEX,
                false,
                "",
                Optional.empty(),
                LIMIT,
                TEXT_LIMIT,
                TIMEOUT,
                _ -> true,
                Optional.empty(),
                "");
    }

    public LineQuery in(String path) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, timeout, readable, sink);
    }

    public LineQuery including(String include) {
        return with(
                syntax,
                ignoreCase,
                path,
                Optional.of(include),
                limit,
                textLimit,
                timeout,
                readable,
                sink);
    }

    public LineQuery as(Syntax syntax) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, timeout, readable, sink);
    }

    public LineQuery ignoringCase() {
        return with(syntax, true, path, include, limit, textLimit, timeout, readable, sink);
    }

    public LineQuery withLimit(int limit) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, timeout, readable, sink);
    }

    public LineQuery withTextLimit(int textLimit) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, timeout, readable, sink);
    }

    public LineQuery withTimeout(Duration timeout) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, timeout, readable, sink);
    }

    public LineQuery showing(Predicate<String> readable) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, timeout, readable, sink);
    }

    /// The same with a prefix before the name of each file, such as `/usr/src/`.
    public LineQuery withNamePrefix(String prefix) {
        return new LineQuery(
                pattern,
                syntax,
                ignoreCase,
                path,
                include,
                limit,
                textLimit,
                timeout,
                readable,
                sink,
                prefix);
    }

    public LineQuery withSink(ResultSink<FileMatches> sink) {
        return with(
                syntax,
                ignoreCase,
                path,
                include,
                limit,
                textLimit,
                timeout,
                readable,
                Optional.of(sink));
    }

    private LineQuery with(
            Syntax syntax,
            boolean ignoreCase,
            String path,
            Optional<String> include,
            int limit,
            int textLimit,
            Duration timeout,
            Predicate<String> readable,
            Optional<ResultSink<FileMatches>> sink) {
        return new LineQuery(
                pattern,
                syntax,
                ignoreCase,
                path,
                include,
                limit,
                textLimit,
                timeout,
                readable,
                sink,
                namePrefix);
    }
}
