package dev.deft.search.walk;

import java.io.IOException;

/// Takes every result of a search, also those beyond the limit, one after the other.
@FunctionalInterface
public interface ResultSink<T> {

    void accept(T result) throws IOException;
}
