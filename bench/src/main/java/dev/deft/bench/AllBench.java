package dev.deft.bench;

import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Runs all benches one after the other, each in a process of its own, and prints every figure with
/// its target as one table: `all [--quick] [--write] [BENCH ...]`.
///
/// What the benches print goes to standard error.
public final class AllBench {

    private static final Path PAGE = Path.of("docs", "performance.md");
    private static final long MOST_MINUTES = 40;
    private static final int TOO_LONG = -1;

    private static final List<Part> PARTS =
            List.of(
                    new Part("start", "15", "3"),
                    new Part("line", "", ""),
                    new Part("loop", "", ""),
                    new Part("search", "5", "1"),
                    new Part("shell", "151", "31"),
                    new Part("fetch", "31", "5"),
                    new Part("mcp", "", ""),
                    new Part("memory", "", "100"),
                    new Part("terminal", "", ""),
                    new Part("serve", "", ""),
                    new Part("engine", "", ""),
                    new Part("peers", "5", "1"));

    private AllBench() {}

    /// A bench.
    ///
    /// @param rounds its argument; empty for none
    /// @param quickRounds the same where a rough figure is enough
    private record Part(String name, String rounds, String quickRounds) {

        String type() {
            return "dev.deft.bench.%s%sBench"
                    .formatted(name.substring(0, 1).toUpperCase(Locale.ROOT), name.substring(1));
        }

        List<String> arguments(boolean quick) {
            String argument = quick ? quickRounds : rounds;
            return argument.isEmpty() ? List.of() : List.of(argument);
        }
    }

    /// What to do.
    ///
    /// @param names of the benches; none for all
    record Wish(boolean quick, boolean write, Set<String> names) {

        Wish {
            names = Set.copyOf(names);
        }

        /// @throws IllegalArgumentException if an argument is wrong; the message says how
        static Wish parse(String... args) {
            Set<String> options = new LinkedHashSet<>(List.of(args));
            Set<String> names = new LinkedHashSet<>(options);
            names.removeAll(Set.of("--quick", "--write"));
            List<String> known = PARTS.stream().map(Part::name).toList();
            for (String name : names) {
                if (!known.contains(name)) {
                    throw new IllegalArgumentException(
                            "no such bench or option: %s; there are --quick, --write and %s"
                                    .formatted(name, String.join(", ", known)));
                }
            }
            boolean write = options.contains("--write");
            if (write && !names.isEmpty()) {
                throw new IllegalArgumentException(
                        "--write replaces the whole table, so it needs all benches");
            }
            return new Wish(options.contains("--quick"), write, names);
        }

        boolean wants(String name) {
            return names.isEmpty() || names.contains(name);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try {
            System.exit(run(Wish.parse(args)) ? 0 : 1);
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(2);
        }
    }

    private static boolean run(Wish wish) throws IOException, InterruptedException {
        BenchMachine machine = BenchMachine.here();
        var report = new BenchReport();
        for (Part part : PARTS) {
            if (wish.wants(part.name)) {
                measure(part, wish.quick, report);
            }
        }
        String text = report.text(machine);
        System.out.print(text);
        if (wish.write) {
            Files.writeString(PAGE, BenchReport.written(Files.readString(PAGE), text));
        }
        return report.allMet();
    }

    private static void measure(Part part, boolean quick, BenchReport report)
            throws IOException, InterruptedException {
        Path file = Files.createTempFile("bench", ".jsonl");
        try {
            System.err.printf("%n== %s%n", part.name);
            var errors = new BenchErrors();
            int code = run(part, quick, file, errors);
            List<String> lines = Files.readAllLines(file);
            boolean met = true;
            for (String line : lines) {
                BenchFigure figure = BenchFigure.parse(line);
                report.add(part.name, figure);
                met &= figure.met();
            }
            // A bench with missed targets ends with 1, and so does one that breaks.
            if (lines.isEmpty() || code < 0 || code > 1 || (code == 1 && met)) {
                report.failed(part.name, problem(code, errors.last()));
            }
        } catch (JsonSyntaxException e) {
            throw new IOException("a figure of " + part.name + " cannot be read", e);
        } finally {
            Files.delete(file);
        }
    }

    /// @param told what it said last; may be empty
    static String problem(int code, String told) {
        String end =
                switch (code) {
                    case 0 -> "reported no figure";
                    case TOO_LONG -> "took too long";
                    default -> "ended with exit code " + code;
                };
        return told.isEmpty() ? end : end + ": " + told;
    }

    /// @return the exit code, or [#TOO_LONG]
    private static int run(Part part, boolean quick, Path file, BenchErrors errors)
            throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                ProcessHandle.current().info().command().orElse("java"),
                                "--enable-native-access=ALL-UNNAMED",
                                "-D" + BenchTargets.FILE + "=" + file,
                                "-cp",
                                System.getProperty("java.class.path"),
                                part.type()));
        words.addAll(part.arguments(quick));
        Process process = new ProcessBuilder(words).start();
        process.getOutputStream().close();
        Thread output = copying(() -> process.getInputStream().transferTo(System.err));
        Thread errorOutput = copying(() -> errors.copy(process.getErrorStream(), System.err));
        boolean ended = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        output.join(TimeUnit.SECONDS.toMillis(5));
        errorOutput.join(TimeUnit.SECONDS.toMillis(5));
        return ended ? process.exitValue() : TOO_LONG;
    }

    /// Copies something to standard error.
    @FunctionalInterface
    private interface Copying {

        void run() throws IOException;
    }

    private static Thread copying(Copying copying) {
        return Thread.ofVirtual()
                .start(() -> {
                    try {
                        copying.run();
                    } catch (IOException e) {
                        System.err.println("bench: " + e.getMessage());
                    }
                });
    }
}
