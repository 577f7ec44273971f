package dev.deft.search.walk;

import java.io.IOException;

/// Receives every result of a search one by one, including those beyond the limit.
@FunctionalInterface
public interface ResultSink<T> {

    void accept(T result) throws IOException;
}
