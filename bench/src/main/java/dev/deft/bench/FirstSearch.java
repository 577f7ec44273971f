package dev.deft.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.search.Search;
import dev.deft.search.grep.LineQuery;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

/// Measures the first search of a fresh process, inside it: `FirstSearch WAY ROOT PATTERN`.
///
/// The process starts like `./deft`, with a start-up cache that includes a search.
public final class FirstSearch {

    private static final List<String> FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:-UsePerfData",
                    "-Xms32m",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Xlog:disable",
                    "-XX:TieredStopAtLevel=1");

    private final String classPath;
    private final Path cache;

    private FirstSearch(String classPath, Path cache) {
        this.classPath = classPath;
        this.cache = cache;
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
        Path own = directory.resolve("first-search.jar");
        List<String> parts = new ArrayList<>(List.of(own.toString()));
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (part.endsWith(".jar")) {
                parts.add(part);
            } else {
                ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(System.err, System.err, "-cf", own.toString(), "-C", part, ".");
            }
        }
        var first =
                new FirstSearch(
                        String.join(File.pathSeparator, parts), directory.resolve("first.aot"));
        first.start("-XX:AOTCacheOutput=" + first.cache, Way.TRAINING, root, pattern);
        return first;
    }

    /// The time of the first search of a fresh process, in milliseconds.
    double millis(Way way, Path root, String pattern) throws IOException, InterruptedException {
        return Long.parseLong(start("-XX:AOTCache=" + cache, way, root, pattern)) / 1e6;
    }

    private String start(String flag, Way way, Path root, String pattern)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(FLAGS);
        command.addAll(
                List.of(
                        flag,
                        "-cp",
                        classPath,
                        FirstSearch.class.getName(),
                        way.name(),
                        root.toString(),
                        pattern));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException("a fresh process failed: " + command);
        }
        return said;
    }
}
