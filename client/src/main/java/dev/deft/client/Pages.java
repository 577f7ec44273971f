package dev.deft.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// All items of a list, asked for page by page as they are needed.
final class Pages<T extends Record> implements Iterator<T> {

    private final ApiConnection connection;
    private final String path;
    private final Query query;
    private final Class<T> type;
    private final Deque<T> items = new ArrayDeque<>();
    private Optional<String> cursor = Optional.empty();
    private boolean ended;

    private Pages(ApiConnection connection, String path, Query query, Class<T> type) {
        this.connection = connection;
        this.path = path;
        this.query = query;
        this.type = type;
    }

    /// The items. Problems with a later page are an [UncheckedIOException].
    static <T extends Record> Stream<T> of(
            ApiConnection connection, String path, Query query, Class<T> type)
            throws IOException, InterruptedException {
        var pages = new Pages<>(connection, path, query, type);
        pages.fetch();
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        pages, Spliterator.ORDERED | Spliterator.NONNULL),
                false);
    }

    private void fetch() throws IOException, InterruptedException {
        Query asked = cursor.map(it -> query.and("cursor", it)).orElse(query);
        ApiConnection.Page<T> page = connection.page(ApiConnection.Order.get(path, asked), type);
        items.addAll(page.items());
        cursor = page.next();
        ended = cursor.isEmpty();
    }

    @Override
    public boolean hasNext() {
        while (items.isEmpty() && !ended) {
            try {
                fetch();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UncheckedIOException(new IOException("interrupted", e));
            }
        }
        return !items.isEmpty();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return items.remove();
    }
}
