package dev.deft.bench;

import dev.deft.search.Search;
import dev.deft.search.grep.LineQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Measures the first search of a fresh process, inside it: `FirstSearch WAY ROOT PATTERN`.
///
/// The process starts like `./deft`, with a start-up cache that includes a search.
public final class FirstSearch {

    private final FreshProcess process;

    private FirstSearch(FreshProcess process) {
        this.process = process;
    }

    /// What the process does before and while it is timed.
    enum Way {
        OURS,
        /// After the warm-up that runs while a model answers.
        WARMED,
        RIPGREP,
        /// All of them, to train the cache.
        TRAINING
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Way way = Way.valueOf(arguments[0]);
        Path root = Path.of(arguments[1]);
        if (way == Way.TRAINING) {
            for (int i = 0; i < 3; i++) {
                nanos(Way.OURS, root, arguments[2]);
            }
            nanos(Way.RIPGREP, root, arguments[2]);
            return;
        }
        System.out.println(nanos(way, root, arguments[2]));
    }

    private static long nanos(Way way, Path root, String pattern)
            throws IOException, InterruptedException {
        if (way == Way.RIPGREP) {
            long start = System.nanoTime();
            Ripgrep.matches(root, pattern);
            return System.nanoTime() - start;
        }
        long start = System.nanoTime();
        try (Search search = Search.open(root, Map.of())) {
            if (way == Way.WARMED) {
                search.warm();
                search.awaitWarm();
                start = System.nanoTime();
            }
            search.grep(LineQuery.of(pattern));
            return System.nanoTime() - start;
        }
    }

    /// Creates the start-up cache in `directory`.
    static FirstSearch prepare(Path directory, Path root, String pattern)
            throws IOException, InterruptedException {
        return new FirstSearch(
                FreshProcess.trained(
                        FirstSearch.class, directory, arguments(Way.TRAINING, root, pattern)));
    }

    /// The time of the first search of a fresh process, in milliseconds.
    double millis(Way way, Path root, String pattern) throws IOException, InterruptedException {
        return Long.parseLong(process.run(arguments(way, root, pattern))) / 1e6;
    }

    private static List<String> arguments(Way way, Path root, String pattern) {
        return List.of(way.name(), root.toString(), pattern);
    }
}
