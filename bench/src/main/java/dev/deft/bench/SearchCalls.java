package dev.deft.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/// Searches as a model asks for them: whole calls of `./deft call --batch`, each with its rules,
/// its result, and the file that has what the result leaves out. Compared with ripgrep, with both
/// compilers.
final class SearchCalls {

    private static final int FILES = 4000;
    private static final int GLOB_FILES = 30_000;

    /// How often ripgrep runs, and how many processes make calls; their medians count.
    private static final int COMPARED = 5;

    /// How many calls a process makes at least, and for how long: the second half of them counts as
    /// warm.
    private static final int LEAST_CALLS = 20;

    private static final long LEAST_NANOS = 1_000_000_000;

    private static final Pattern COUNT = Pattern.compile("\"count\":(\\d+)");

    private static final String FLAGS = "DEFT_JAVA_OPTS";

    /// How many lines match each pattern.
    private static final Map<String, Integer> PATTERNS =
            Map.of("absent", 0, "scarce", 200, "hundredth", 10_000, "value", 1_000_000);

    private final BenchTargets targets;
    private final int rounds;

    SearchCalls(BenchTargets targets, int rounds) {
        this.targets = targets;
        this.rounds = Math.max(LEAST_CALLS, rounds);
    }

    /// What compiles the program.
    private enum Compiler {
        /// Quick to compile, not so quick to run: that of commands and runs.
        QUICK,
        /// What runs long is compiled twice: that of `deft serve`.
        OPTIMIZING
    }

    /// What a process measured, in milliseconds.
    private record Figures(double first, double others, long results) {

        static Figures medians(List<Figures> all) {
            return new Figures(
                    median(all.stream().mapToDouble(Figures::first)),
                    median(all.stream().mapToDouble(Figures::others)),
                    all.getFirst().results());
        }
    }

    /// A process that makes calls.
    private static final class Caller implements AutoCloseable {

        private final Process process;
        private final Writer calls;
        private final BufferedReader answers;

        Caller(Compiler compiler, Path root) throws IOException {
            var builder =
                    new ProcessBuilder("./deft", "call", "--batch", "--root", root.toString());
            builder.environment().put("DEFT_HOME", root.resolveSibling("home").toString());
            if (compiler == Compiler.OPTIMIZING) {
                builder.environment().merge(FLAGS, "-XX:TieredStopAtLevel=4", "%s %s"::formatted);
            }
            this.process = builder.redirectError(Redirect.INHERIT).start();
            this.calls = new OutputStreamWriter(process.getOutputStream(), UTF_8);
            this.answers =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        }

        /// @param arguments as JSON
        /// @return the answer, as JSON
        String call(String tool, String arguments) throws IOException {
            calls.write("{\"id\":\"1\",\"tool\":\"%s\",\"args\":%s}\n".formatted(tool, arguments));
            calls.flush();
            String answer = answers.readLine();
            if (answer == null || !answer.contains("\"type\":\"output\"")) {
                throw new IOException(tool + " failed: " + answer);
            }
            return answer;
        }

        /// It ends when nothing can be called any more.
        @Override
        public void close() throws IOException {
            try (answers) {
                calls.close();
                process.onExit().join();
            }
        }
    }

    /// Compares all of it; `directory` is for the trees.
    void run(Path directory) throws IOException, InterruptedException {
        Path lines = Corpus.withKnownMatches(directory, FILES, 1_000_000 / FILES);
        Path names = Corpus.make(directory, GLOB_FILES);
        for (Compiler compiler : Compiler.values()) {
            System.out.printf("%nwhole calls, %s compiler%n", compiler);
            for (String pattern : List.of("absent", "scarce", "hundredth", "value")) {
                grep(compiler, lines, pattern);
            }
            glob(compiler, names);
        }
    }

    /// Makes the same call again and again. The process has answered another call before, so that
    /// its start does not count.
    private Figures called(Compiler compiler, String tool, Path root, String pattern)
            throws IOException {
        String arguments = "{\"pattern\":\"%s\"}".formatted(pattern);
        List<Double> millis = new ArrayList<>();
        String answer = "";
        try (var caller = new Caller(compiler, root)) {
            caller.call("current_time", "{}");
            long begun = System.nanoTime();
            while (millis.size() < rounds || System.nanoTime() - begun < LEAST_NANOS) {
                long from = System.nanoTime();
                answer = caller.call(tool, arguments);
                millis.add((System.nanoTime() - from) / 1e6);
            }
        }
        List<Double> others = millis.subList(millis.size() / 2, millis.size());
        return new Figures(
                millis.getFirst(), median(others.stream().mapToDouble(it -> it)), count(answer));
    }

    private static long count(String answer) {
        Matcher count = COUNT.matcher(answer);
        if (!count.find()) {
            throw new IllegalStateException(answer);
        }
        return Long.parseLong(count.group(1));
    }

    private void grep(Compiler compiler, Path root, String pattern)
            throws IOException, InterruptedException {
        int matches = PATTERNS.getOrDefault(pattern, -1);
        double[] millis = new double[COMPARED];
        List<Figures> all = new ArrayList<>();
        for (int i = 0; i < COMPARED; i++) {
            long start = System.nanoTime();
            long found = Ripgrep.matches(root, pattern);
            millis[i] = (System.nanoTime() - start) / 1e6;
            Figures figures = called(compiler, "grep", root, pattern);
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

    private void glob(Compiler compiler, Path root) throws IOException, InterruptedException {
        double[] millis = new double[COMPARED];
        List<Figures> all = new ArrayList<>();
        for (int i = 0; i < COMPARED; i++) {
            long start = System.nanoTime();
            Ripgrep.files(root, "*.md");
            millis[i] = (System.nanoTime() - start) / 1e6;
            all.add(called(compiler, "glob", root, "*.md"));
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
}
