package dev.deft.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.search.walk.Folder;
import dev.deft.search.walk.Visitor;
import dev.deft.search.walk.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Collects the files of a walk for a [GlobQuery].
final class GlobCollector {

    private final GlobQuery query;
    private final List<List<Named>> parts = new ArrayList<>();

    /// A file, with its modification time if the order needs it.
    @SuppressWarnings("ArrayRecordComponent")
    private record Named(byte[] path, long modified) {

        static final Comparator<Named> BY_PATH = (a, b) -> Arrays.compareUnsigned(a.path, b.path);
        static final Comparator<Named> NEWEST_FIRST = Named::newerFirst;

        private static int newerFirst(Named a, Named b) {
            int order = Long.compare(b.modified, a.modified);
            return order == 0 ? BY_PATH.compare(a, b) : order;
        }
    }

    GlobCollector(GlobQuery query) {
        this.query = query;
    }

    /// A visitor for one thread.
    synchronized Visitor visitor() {
        List<Named> part = new ArrayList<>();
        parts.add(part);
        boolean timed = query.order() == GlobQuery.Order.NEWEST_FIRST;
        return (worker, folder, path, name) ->
                part.add(new Named(path, timed ? modified(worker, folder, path, name) : 0));
    }

    synchronized void addAll(List<byte[]> paths) {
        parts.add(paths.stream().map(it -> new Named(it, 0)).toList());
    }

    private static long modified(Worker worker, Folder folder, byte[] path, int name) {
        try {
            byte[] own = Arrays.copyOfRange(path, name, path.length);
            return worker.disk().stat(folder, own).modified();
        } catch (IOException _) {
            return Long.MIN_VALUE;
        }
    }

    FileList finish(int prefix, int unreadable) throws IOException {
        Comparator<Named> order =
                switch (query.order()) {
                    case BY_PATH -> Named.BY_PATH;
                    case NEWEST_FIRST -> Named.NEWEST_FIRST;
                };
        long total = parts.stream().mapToLong(List::size).sum();
        boolean few = query.sink().isEmpty() && query.limit() < total / 4;
        List<String> files = new ArrayList<>();
        for (Named file : few ? first(order) : all(order)) {
            String text = new String(file.path, prefix, file.path.length - prefix, UTF_8);
            if (query.sink().isPresent()) {
                query.sink().get().accept(text);
            }
            if (files.size() < query.limit()) {
                files.add(text);
            } else if (query.sink().isEmpty()) {
                break;
            }
        }
        return new FileList(files, total, unreadable);
    }

    private Named[] all(Comparator<Named> order) {
        Named[] sorted = parts.stream().flatMap(List::stream).toArray(Named[]::new);
        Arrays.sort(sorted, order);
        return sorted;
    }

    /// The first files up to the limit, without sorting the others.
    private Named[] first(Comparator<Named> order) {
        var smallest = new PriorityQueue<Named>(order.reversed());
        for (List<Named> part : parts) {
            for (Named file : part) {
                if (smallest.size() < query.limit()) {
                    smallest.add(file);
                } else if (!smallest.isEmpty() && order.compare(file, smallest.element()) < 0) {
                    smallest.remove();
                    smallest.add(file);
                }
            }
        }
        Named[] sorted = smallest.toArray(Named[]::new);
        Arrays.sort(sorted, order);
        return sorted;
    }
}
