package dev.deft.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Prints the figures of a bench next to their targets, and knows whether all are met.
///
/// `bench/run all` makes its table of the same figures: it names a file by the system property
/// [#FILE], and each figure is appended to it as a line.
final class BenchTargets {

    /// The system property with the file that the figures are appended to.
    static final String FILE = "bench.figures";

    private final PrintStream out;
    private final Optional<Path> file;
    private final Map<String, Worst> kinds = new LinkedHashMap<>();
    private boolean met = true;

    BenchTargets() {
        this(System.out, Optional.ofNullable(System.getProperty(FILE)).map(Path::of));
    }

    BenchTargets(PrintStream out, Optional<Path> file) {
        this.out = out;
        this.file = file;
    }

    private record Worst(double target, double ratio, String name) {

        boolean met() {
            return ratio <= target;
        }

        BenchFigure figure(String kind) {
            return BenchFigure.of(kind, ratio, "×").atMost(target, "").withBeside("worst: " + name);
        }
    }

    /// Prints a figure that has no target.
    void told(String name, double value, String unit) {
        add(BenchFigure.of(name, value, unit));
    }

    /// Prints a figure that may be at most `target`.
    void atMost(String name, double value, double target, String unit) {
        add(BenchFigure.of(name, value, unit).atMost(target, ""));
    }

    /// Prints a figure that has to be at least `target`.
    void atLeast(String name, double value, double target, String unit) {
        add(BenchFigure.of(name, value, unit).atLeast(target, ""));
    }

    /// Prints one figure.
    void add(BenchFigure figure) {
        out.println(
                "%-52s %14s   %-24s %s"
                        .formatted(
                                figure.name(), figure.measured(), figure.wanted(), figure.verdict())
                        .stripTrailing());
        report(figure);
    }

    /// Counts a figure that the bench prints in its own way.
    void report(BenchFigure figure) {
        met &= figure.met();
        file.ifPresent(it -> append(it, figure.line() + "\n"));
    }

    private static void append(Path file, String line) {
        try {
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Prints one of several measurements for a target; the worst of them counts, in [#summary].
    ///
    /// @param kind the name of the target, such as `glob, 300 files`
    /// @param ours milliseconds
    void add(String kind, double target, String name, double ours, double theirs) {
        var now = new Worst(target, ours / theirs, name);
        kinds.merge(kind, now, (a, b) -> a.ratio >= b.ratio ? a : b);
        out.printf(
                "%-46s %8.2f %8.2f   %.3f (%.2f)%s%n",
                name, ours, theirs, now.ratio, target, now.met() ? "" : "  MISSED");
    }

    /// Prints each target that has several measurements with the worst of them.
    ///
    /// @return whether all targets of the bench are met
    boolean summary() {
        out.println();
        kinds.forEach((kind, it) -> add(it.figure(kind)));
        kinds.clear();
        return verdict();
    }

    /// Prints whether all targets are met.
    ///
    /// @return the same
    boolean verdict() {
        out.println(met ? "all targets met" : "TARGETS MISSED");
        return met;
    }
}
