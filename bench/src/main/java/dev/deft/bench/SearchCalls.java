package dev.deft.bench;

import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import dev.deft.tools.files.GlobTool;
import dev.deft.tools.files.GrepTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/// Searches as a model asks for them: a whole call with its rules, its result, and the file that
/// has what the result leaves out. Compared with ripgrep, in fresh processes with both compilers.
///
/// As a program, `SearchCalls TOOL ROOT PATTERN ROUNDS` prints the nanoseconds of the first call,
/// the median of the others, and how many results each had.
final class SearchCalls {

    private static final int FILES = 4000;
    private static final int GLOB_FILES = 30_000;

    /// How often ripgrep runs, and how many processes make calls; their medians count.
    private static final int COMPARED = 5;

    /// How many calls a process makes at least: the second half of them counts as warm.
    private static final int LEAST_CALLS = 20;

    /// How many lines match each pattern.
    private static final Map<String, Integer> PATTERNS =
            Map.of("absent", 0, "scarce", 200, "hundredth", 10_000, "value", 1_000_000);

    private final BenchTargets targets;
    private final int rounds;

    SearchCalls(BenchTargets targets, int rounds) {
        this.targets = targets;
        this.rounds = Math.max(LEAST_CALLS, rounds);
    }

    /// What a fresh process measured, in milliseconds.
    private record Figures(double first, double others, long results) {

        static Figures medians(List<Figures> all) {
            return new Figures(
                    median(all.stream().mapToDouble(Figures::first)),
                    median(all.stream().mapToDouble(Figures::others)),
                    all.getFirst().results());
        }

        static Figures read(String printed) {
            String[] parts = printed.split(" ", -1);
            return new Figures(
                    Long.parseLong(parts[0]) / 1e6,
                    Long.parseLong(parts[1]) / 1e6,
                    Long.parseLong(parts[2]));
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path root = Path.of(arguments[1]);
        Map<String, String> environment =
                Map.of("DEFT_HOME", root.resolveSibling("home").toString(), "PATH", "/usr/bin");
        try (Engine engine = Engine.builder().environment(environment).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(AgentSpec.readOnly()).open()) {
            int rounds = Integer.parseInt(arguments[3]);
            long[] nanos = new long[rounds];
            long results = 0;
            for (int i = 0; i < rounds; i++) {
                long from = System.nanoTime();
                Envelope result = session.call(arguments[0], Map.of("pattern", arguments[2]));
                nanos[i] = System.nanoTime() - from;
                results = count(result);
            }
            long[] others = Arrays.copyOfRange(nanos, rounds / 2, rounds);
            Arrays.sort(others);
            System.out.println(nanos[0] + " " + others[others.length / 2] + " " + results);
        }
    }

    private static long count(Envelope envelope) {
        if (envelope.result() instanceof ToolResult.Output output) {
            if (output.data() instanceof GrepTool.Data lines) {
                return lines.count();
            }
            if (output.data() instanceof GlobTool.Data files) {
                return files.count();
            }
        }
        throw new IllegalStateException(envelope.text());
    }

    /// Compares all of it; `directory` is for the trees and the start-up caches.
    void run(Path directory) throws IOException, InterruptedException {
        Path lines = Corpus.withKnownMatches(directory, FILES, 1_000_000 / FILES);
        Path names = Corpus.make(directory, GLOB_FILES);
        for (FreshProcess.Compiler compiler : FreshProcess.Compiler.values()) {
            System.out.printf("%nwhole calls, %s compiler%n", compiler);
            FreshProcess calls =
                    FreshProcess.trained(
                            SearchCalls.class,
                            compiler,
                            directory,
                            arguments("grep", lines, "a", 2));
            for (String pattern : List.of("absent", "scarce", "hundredth", "value")) {
                grep(calls, compiler, lines, pattern);
            }
            glob(calls, compiler, names);
        }
    }

    private void grep(FreshProcess calls, FreshProcess.Compiler compiler, Path root, String pattern)
            throws IOException, InterruptedException {
        int matches = PATTERNS.getOrDefault(pattern, -1);
        double[] millis = new double[COMPARED];
        List<Figures> all = new ArrayList<>();
        for (int i = 0; i < COMPARED; i++) {
            long start = System.nanoTime();
            long found = Ripgrep.matches(root, pattern);
            millis[i] = (System.nanoTime() - start) / 1e6;
            Figures figures = Figures.read(calls.run(arguments("grep", root, pattern, rounds)));
            if (figures.results() != matches || found != matches) {
                throw new IllegalStateException(
                        "%s: %d against %d of %d"
                                .formatted(pattern, figures.results(), found, matches));
            }
            all.add(figures);
        }
        double theirs = median(Arrays.stream(millis));
        Figures ours = Figures.medians(all);
        String name = "%,d matches, %s".formatted(matches, compiler);
        targets.add("first call of grep", 1.5, "first, " + name, ours.first(), theirs);
        targets.add("call of grep", 0.6, "later, " + name, ours.others(), theirs);
    }

    private void glob(FreshProcess calls, FreshProcess.Compiler compiler, Path root)
            throws IOException, InterruptedException {
        double[] millis = new double[COMPARED];
        List<Figures> all = new ArrayList<>();
        for (int i = 0; i < COMPARED; i++) {
            long start = System.nanoTime();
            Ripgrep.files(root, "*.md");
            millis[i] = (System.nanoTime() - start) / 1e6;
            all.add(Figures.read(calls.run(arguments("glob", root, "*.md", rounds))));
        }
        double theirs = median(Arrays.stream(millis));
        Figures ours = Figures.medians(all);
        String name = "%,d files, %s".formatted(GLOB_FILES, compiler);
        targets.add("call of glob", 0.25, "later, " + name, ours.others(), theirs);
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static List<String> arguments(String tool, Path root, String pattern, int rounds) {
        return List.of(tool, root.toString(), pattern, Integer.toString(rounds));
    }
}
