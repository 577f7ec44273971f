package dev.deft.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.search.GlobQuery;
import dev.deft.search.GrepOutcome;
import dev.deft.search.GrepQuery;
import dev.deft.search.Search;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Search against ripgrep started as a child, the way other agents do it: side by side, as ratios.
///
/// Each line shows the medians of both and the ratio with its target. `SearchBench [rounds]`.
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

    /// No text is required, so that every file must be read; the index cannot help.
    private static final String WITHOUT_TEXT = "[A-Z]{2,}[_-]?\\d{2,}";

    private static final long WARM_UP_NANOS = 300_000_000;

    private final int rounds;
    private boolean met = true;

    private SearchBench(int rounds) {
        this.rounds = rounds;
    }

    /// One way to answer a question; gives the number of answers.
    private interface Way {
        long count() throws IOException, InterruptedException;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 15;
        var bench = new SearchBench(rounds);
        Path directory = Files.createTempDirectory("search-bench");
        try {
            bench.run(directory, 300, 0.35);
            bench.run(directory, 2000, 0.5);
            bench.run(directory, 30_000, 0.6);
        } finally {
            Corpus.delete(directory);
        }
        if (!bench.met) {
            System.exit(1);
        }
    }

    private void run(Path directory, int files, double target)
            throws IOException, InterruptedException {
        Path root = Corpus.make(directory, files);
        System.out.printf("%n%d files, ms: ours, ripgrep, ratio (target)%n", files);
        try (Search search = Search.open(root, System.getenv())) {
            List<String> patterns = new ArrayList<>(SELECTIVE);
            patterns.addAll(OTHERS);
            for (String pattern : patterns) {
                compare("grep " + pattern, target, grep(search, pattern), ripgrep(root, pattern));
            }
            Way plain = grep(search, WITHOUT_TEXT);
            compare("grep " + WITHOUT_TEXT, target, plain, ripgrep(root, WITHOUT_TEXT));
            for (String glob : List.of("*.md", "**/pkg7/**/*.kt", "*.{java,kt}")) {
                Way ours = () -> search.files(GlobQuery.of(glob)).total();
                compare("glob " + glob, 0.25, ours, child(root, "rg", "--files", "-g", glob));
            }
            search.warm();
            search.awaitWarm();
            for (String pattern : patterns) {
                double wanted = SELECTIVE.contains(pattern) ? 0.05 : 0.15;
                compare("index " + pattern, wanted, grep(search, pattern), ripgrep(root, pattern));
            }
            Way ours = () -> search.files(GlobQuery.of("*.md")).total();
            compare("index glob *.md", 0.25, ours, child(root, "rg", "--files", "-g", "*.md"));
        }
        Corpus.delete(root);
    }

    private static Way grep(Search search, String pattern) {
        return () -> {
            GrepOutcome outcome = search.grep(GrepQuery.of(pattern));
            return outcome instanceof GrepOutcome.Found found ? found.total() : -1;
        };
    }

    private static Way ripgrep(Path root, String pattern) {
        return child(root, "rg", "--json", "-e", pattern, ".");
    }

    private static Way child(Path root, String... command) {
        return () -> {
            Process process = new ProcessBuilder(command).directory(root.toFile()).start();
            process.getOutputStream().close();
            long count = 0;
            try (var lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    boolean match =
                            !command[1].equals("--json") || line.startsWith("{\"type\":\"match\"");
                    count += match ? 1 : 0;
                }
            }
            process.waitFor();
            return count;
        };
    }

    private void compare(String name, double target, Way ours, Way theirs)
            throws IOException, InterruptedException {
        List<Long> own = new ArrayList<>();
        List<Long> other = new ArrayList<>();
        long warm = System.nanoTime() + WARM_UP_NANOS;
        while (System.nanoTime() < warm) {
            ours.count();
        }
        for (int i = 0; i < rounds + 3; i++) {
            long start = System.nanoTime();
            long ownCount = ours.count();
            long middle = System.nanoTime();
            long otherCount = theirs.count();
            long end = System.nanoTime();
            if (ownCount != otherCount) {
                throw new IllegalStateException(
                        "%s: %d against %d".formatted(name, ownCount, otherCount));
            }
            if (i >= 3) {
                own.add(middle - start);
                other.add(end - middle);
            }
        }
        double ratio = median(own) / median(other);
        met &= ratio <= target;
        System.out.printf(
                "%-46s %8.2f %8.2f   %.3f (%.2f)%s%n",
                name,
                median(own) / 1e6,
                median(other) / 1e6,
                ratio,
                target,
                ratio <= target ? "" : "  MISSED");
    }

    private static double median(List<Long> times) {
        long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
        return Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(0);
    }
}
