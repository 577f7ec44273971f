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
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Searches as a model asks for them: a whole call with its rules, its result, and the file that
/// has what the result leaves out. Compared with ripgrep, in fresh processes with both compilers.
///
/// As a program, `SearchCalls TOOL ROOT PATTERN ROUNDS` prints the nanoseconds of the first call,
/// the median of the others, and how many results each had.
final class SearchCalls {

    private static final int FILES = 4000;
    private static final int GLOB_FILES = 30_000;

    /// How often ripgrep runs; its median counts.
    private static final int COMPARED = 5;

    /// How many lines match each pattern.
    private static final Map<String, Integer> PATTERNS =
            Map.of("absent", 0, "scarce", 200, "hundredth", 10_000, "value", 1_000_000);

    private final BenchTargets targets;
    private final int rounds;

    SearchCalls(BenchTargets targets, int rounds) {
        this.targets = targets;
        this.rounds = rounds;
    }

    /// What a fresh process measured, in milliseconds.
    private record Figures(double first, double others, long results) {

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
        long found = 0;
        double[] millis = new double[COMPARED];
        for (int i = 0; i < millis.length; i++) {
            long start = System.nanoTime();
            found = Ripgrep.matches(root, pattern);
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        double theirs = millis[millis.length / 2];
        Figures ours = Figures.read(calls.run(arguments("grep", root, pattern, rounds)));
        if (ours.results() != matches || found != matches) {
            throw new IllegalStateException(
                    "%s: %d against %d of %d".formatted(pattern, ours.results(), found, matches));
        }
        String name = "%,d matches, %s".formatted(matches, compiler);
        targets.add("first call of grep", 1.5, "first, " + name, ours.first(), theirs);
        targets.add("call of grep", 0.6, "later, " + name, ours.others(), theirs);
    }

    private void glob(FreshProcess calls, FreshProcess.Compiler compiler, Path root)
            throws IOException, InterruptedException {
        double[] millis = new double[COMPARED];
        for (int i = 0; i < millis.length; i++) {
            long start = System.nanoTime();
            Ripgrep.files(root, "*.md");
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        double theirs = millis[millis.length / 2];
        Figures ours = Figures.read(calls.run(arguments("glob", root, "*.md", rounds)));
        String name = "%,d files, %s".formatted(GLOB_FILES, compiler);
        targets.add("call of glob", 0.25, "later, " + name, ours.others(), theirs);
    }

    private static List<String> arguments(String tool, Path root, String pattern, int rounds) {
        return List.of(tool, root.toString(), pattern, Integer.toString(rounds));
    }
}
