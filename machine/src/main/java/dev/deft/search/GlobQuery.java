package dev.deft.search;

import dev.deft.search.walk.ResultSink;
import java.util.Optional;

/// A query for files by name.
///
/// @param pattern a glob relative to `path`; without a slash it matches names in any directory
/// @param path a directory relative to the root; empty for the root itself
/// @param limit how many files the result contains; the sink receives all
public record GlobQuery(
        String pattern, String path, int limit, Order order, Optional<ResultSink<String>> sink) {

    /// The order of the files in a result.
    public enum Order {
        BY_PATH,
        NEWEST_FIRST
    }

    private static final int LIMIT = 1000;

    public GlobQuery {
        if (limit < 0) {
            throw new IllegalArgumentException("limit must not be negative: " + limit);
        }
    }

    public static GlobQuery of(String pattern) {
        return new GlobQuery(pattern, "", LIMIT, Order.BY_PATH, Optional.empty());
    }

    public GlobQuery in(String path) {
        return new GlobQuery(pattern, path, limit, order, sink);
    }

    public GlobQuery withLimit(int limit) {
        return new GlobQuery(pattern, path, limit, order, sink);
    }

    public GlobQuery newestFirst() {
        return new GlobQuery(pattern, path, limit, Order.NEWEST_FIRST, sink);
    }

    public GlobQuery withSink(ResultSink<String> sink) {
        return new GlobQuery(pattern, path, limit, order, Optional.of(sink));
    }
}
