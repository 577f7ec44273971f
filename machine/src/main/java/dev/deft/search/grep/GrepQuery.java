package dev.deft.search.grep;

import dev.deft.search.walk.Sink;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// A question for lines by content.
///
/// @param path a directory or a file below the root, relative to it; empty for the root itself
/// @param include a glob relative to `path` that a file must match; hidden files only if it names
///   them
/// @param limit how many matches the answer holds; the sink gets all
/// @param textLimit how many characters of a line a match shows
/// @param patience how long the search may take; then it ends with what it has found
/// @param readable whether a file, named relative to the root, may be shown at all; asked once for
///   each file with a match, by several threads
public record GrepQuery(
        String pattern,
        Syntax syntax,
        boolean ignoreCase,
        String path,
        Optional<String> include,
        int limit,
        int textLimit,
        Duration patience,
        Predicate<String> readable,
        Optional<Sink<FoundLine>> sink) {

    /// How the pattern is to be read.
    public enum Syntax {
        REGEX,
        LITERAL,
        /// A regular expression, or plain text if it is none.
        REGEX_OR_LITERAL
    }

    private static final int LIMIT = 200;
    private static final int TEXT_LIMIT = 2000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    public GrepQuery {
        if (limit < 0 || textLimit < 0) {
            throw new IllegalArgumentException("a limit must not be negative");
        }
    }

    public static GrepQuery of(String pattern) {
        return new GrepQuery(
                pattern,
                Syntax.REGEX,
                false,
                "",
                Optional.empty(),
                LIMIT,
                TEXT_LIMIT,
                PATIENCE,
                _ -> true,
                Optional.empty());
    }

    public GrepQuery in(String path) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, patience, readable, sink);
    }

    public GrepQuery including(String include) {
        return with(
                syntax,
                ignoreCase,
                path,
                Optional.of(include),
                limit,
                textLimit,
                patience,
                readable,
                sink);
    }

    public GrepQuery as(Syntax syntax) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, patience, readable, sink);
    }

    public GrepQuery ignoringCase() {
        return with(syntax, true, path, include, limit, textLimit, patience, readable, sink);
    }

    public GrepQuery withLimit(int limit) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, patience, readable, sink);
    }

    public GrepQuery withTextLimit(int textLimit) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, patience, readable, sink);
    }

    public GrepQuery withPatience(Duration patience) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, patience, readable, sink);
    }

    public GrepQuery showing(Predicate<String> readable) {
        return with(syntax, ignoreCase, path, include, limit, textLimit, patience, readable, sink);
    }

    public GrepQuery withSink(Sink<FoundLine> sink) {
        return with(
                syntax,
                ignoreCase,
                path,
                include,
                limit,
                textLimit,
                patience,
                readable,
                Optional.of(sink));
    }

    private GrepQuery with(
            Syntax syntax,
            boolean ignoreCase,
            String path,
            Optional<String> include,
            int limit,
            int textLimit,
            Duration patience,
            Predicate<String> readable,
            Optional<Sink<FoundLine>> sink) {
        return new GrepQuery(
                pattern,
                syntax,
                ignoreCase,
                path,
                include,
                limit,
                textLimit,
                patience,
                readable,
                sink);
    }
}
