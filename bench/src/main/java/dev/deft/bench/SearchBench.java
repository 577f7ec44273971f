package dev.deft.bench;

import dev.deft.search.GlobQuery;
import dev.deft.search.Search;
import dev.deft.search.grep.GrepOutcome;
import dev.deft.search.grep.LineQuery;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Compares search with ripgrep as a child process, as other agents run it: the search alone, and
/// whole calls ([SearchCalls]).
///
/// Each line shows both medians and the ratio with its target; a summary shows the worst ratio for
/// each target. `SearchBench [rounds]`.
public final class SearchBench {

    private static final List<String> SELECTIVE =
            List.of(
                    "QuaxiumReactor",
                    "class \\w+Reactor\\d+",
                    "(?i)quaxiumreactor",
                    "(?:Flux|Quaxium)Reactor(?:1|9)\\d");
    private static final List<String> OTHERS =
            List.of(
                    "TODO fix",
                    "parseErrorBuffer3",
                    "\\bsession\\.nullListName\\w*",
                    "(?i)todo|fixme",
                    "handler\\(request");

    /// Contains no literal text, so every file must be read; the index cannot help.
    private static final String WITHOUT_TEXT = "[A-Z]{2,}[_-]?\\d{2,}";

    /// Thousands of lines match, and all of them are written to a file, as `grep` does.
    private static final List<String> MANY = List.of("request\\(", "context", "\\w+Session\\w+\\b");

    private static final List<String> GLOBS = List.of("*.md", "**/pkg7/**/*.kt", "*.{java,kt}");
    private static final int ROUNDS = 15;
    private static final long WARM_UP_NANOS = 300_000_000;
    private static final int UNCOUNTED = 3;

    /// With this many files a round takes so long that a third of the rounds suffice.
    private static final int MANY_FILES = 10_000;

    /// How many rounds count at least: a search takes milliseconds, and the median of one or two of
    /// them is chance.
    private static final int LEAST_ROUNDS = 5;

    private final int rounds;
    private final BenchTargets targets = new BenchTargets();

    private SearchBench(int rounds) {
        this.rounds = rounds;
    }

    /// One way to run a query; returns the number of results.
    private interface Way {
        long count() throws IOException, InterruptedException;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rounds = BenchArguments.number("number of rounds", ROUNDS, arguments);
        var bench = new SearchBench(rounds);
        Path directory = Files.createTempDirectory("search-bench");
        try {
            bench.run(directory, 300, 0.35);
            bench.run(directory, 2000, 0.5);
            bench.run(directory, 30_000, 0.6);
            bench.cold(directory);
            new SearchCalls(bench.targets, 2 * rounds).run(directory);
        } finally {
            Corpus.delete(directory);
        }
        if (!bench.targets.summary()) {
            System.exit(1);
        }
    }

    private void run(Path directory, int files, double target)
            throws IOException, InterruptedException {
        Path root = Corpus.make(directory, files);
        String size = ", %d files".formatted(files);
        int counted = Math.max(LEAST_ROUNDS, files < MANY_FILES ? rounds : rounds / 3);
        System.out.printf("%n%d files, ms: ours, ripgrep, ratio (target)%n", files);
        try (Search search = Search.open(root, System.getenv())) {
            List<String> patterns = new ArrayList<>(SELECTIVE);
            patterns.addAll(OTHERS);
            for (String pattern : patterns) {
                grep("grep" + size, target, search, root, pattern, counted);
            }
            grep("grep" + size, target, search, root, WITHOUT_TEXT, counted);
            for (String pattern : MANY) {
                many("grep, many matches" + size, search, root, pattern, counted);
            }
            for (String glob : GLOBS) {
                glob("glob" + size, search, root, glob, counted);
            }
            search.warm();
            search.awaitWarm();
            for (String pattern : SELECTIVE) {
                grep("index, selective" + size, 0.05, search, root, pattern, counted);
            }
            for (String pattern : OTHERS) {
                grep("index" + size, 0.15, search, root, pattern, counted);
            }
            glob("index, glob" + size, search, root, GLOBS.getFirst(), counted);
        }
        Corpus.delete(root);
    }

    private void grep(
            String kind, double target, Search search, Path root, String pattern, int counted)
            throws IOException, InterruptedException {
        Way ours =
                () -> {
                    GrepOutcome outcome = search.grep(LineQuery.of(pattern));
                    return outcome instanceof GrepOutcome.Found found ? found.total() : -1;
                };
        compare(kind, target, pattern, ours, () -> Ripgrep.matches(root, pattern), counted);
    }

    private void many(String kind, Search search, Path root, String pattern, int counted)
            throws IOException, InterruptedException {
        Path all = Files.createTempFile("search-bench", ".txt");
        try {
            Way ours =
                    () -> {
                        try (var out = new BufferedOutputStream(Files.newOutputStream(all))) {
                            LineQuery query = LineQuery.of(pattern).withSink(it -> it.writeTo(out));
                            GrepOutcome outcome = search.grep(query);
                            return outcome instanceof GrepOutcome.Found found ? found.total() : -1;
                        }
                    };
            compare(kind, 0.6, pattern, ours, () -> Ripgrep.matches(root, pattern), counted);
        } finally {
            Files.delete(all);
        }
    }

    private void glob(String kind, Search search, Path root, String glob, int counted)
            throws IOException, InterruptedException {
        Way ours = () -> search.files(GlobQuery.of(glob)).total();
        compare(kind, 0.25, glob, ours, () -> Ripgrep.files(root, glob), counted);
    }

    private void compare(String kind, double target, String name, Way ours, Way theirs, int counted)
            throws IOException, InterruptedException {
        List<Double> own = new ArrayList<>();
        List<Double> other = new ArrayList<>();
        long warm = System.nanoTime() + WARM_UP_NANOS;
        while (System.nanoTime() < warm) {
            ours.count();
        }
        for (int i = -UNCOUNTED; i < counted; i++) {
            long start = System.nanoTime();
            long ownCount = ours.count();
            long middle = System.nanoTime();
            long otherCount = theirs.count();
            long end = System.nanoTime();
            if (ownCount != otherCount) {
                throw new IllegalStateException(
                        "%s: %d against %d".formatted(name, ownCount, otherCount));
            }
            if (i >= 0) {
                own.add((middle - start) / 1e6);
                other.add((end - middle) / 1e6);
            }
        }
        targets.add(kind, target, name, median(own), median(other));
    }

    /// The first search of a process.
    private void cold(Path directory) throws IOException, InterruptedException {
        Path root = Corpus.make(directory, 300);
        String pattern = SELECTIVE.get(1);
        FirstSearch first = FirstSearch.prepare(directory, root, pattern);
        System.out.printf("%n300 files, first search of a process%n");
        List<Double> own = new ArrayList<>();
        List<Double> warmed = new ArrayList<>();
        List<Double> other = new ArrayList<>();
        for (int i = -1; i < Math.max(LEAST_ROUNDS, rounds); i++) {
            double cold = first.millis(FirstSearch.Way.OURS, root, pattern);
            double warm = first.millis(FirstSearch.Way.WARMED, root, pattern);
            double theirs = first.millis(FirstSearch.Way.RIPGREP, root, pattern);
            if (i >= 0) {
                own.add(cold);
                warmed.add(warm);
                other.add(theirs);
            }
        }
        targets.add("first grep", 1.5, "cold " + pattern, median(own), median(other));
        targets.add("first grep, warmed up", 0.5, "warm " + pattern, median(warmed), median(other));
    }

    private static double median(List<Double> times) {
        return times.stream().sorted().skip(times.size() / 2).findFirst().orElse(0.0);
    }
}
