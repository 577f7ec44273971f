package dev.deft.bench;

import dev.deft.engine.AgentSpec;
import dev.deft.engine.Deft;
import dev.deft.engine.Session;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Compares `bash` running `true` through the whole call pipeline with a plain `bash -c true` from
/// Java, in a small workspace and in a large one.
///
/// The argument is the number of rounds.
public final class ShellBench {

    private static final int ROUNDS = 301;
    private static final int UNCOUNTED = 50;
    private static final double MOST_RATIO = 0.7;
    private static final double MOST_RATIO_UNFENCED = 1.0;

    /// How much more a command may cost in the large workspace, for the noise of the measurement.
    private static final double MOST_LARGE_RATIO = 1.1;

    private static final int FILES = 100;
    private static final int MANY_FILES = 100_000;
    private static final int FILES_OF_DIRECTORY = 10;

    private ShellBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = BenchArguments.number("number of rounds", ROUNDS, args);
        System.exit(compare(rounds) ? 0 : 1);
    }

    /// Alternates, so that load on the machine affects all of them equally.
    private static boolean compare(int rounds) throws IOException, InterruptedException {
        Path small = workspace(FILES);
        Path large = workspace(MANY_FILES);
        try (Session fenced = session(small, SandboxMode.REQUIRED);
                Session open = session(small, SandboxMode.OFF);
                Session among = session(large, SandboxMode.REQUIRED)) {
            var times = new Times();
            for (int round = -UNCOUNTED; round < rounds; round++) {
                double bare = bare();
                double inside = called(fenced);
                double outside = called(open);
                double amongMany = called(among);
                if (round >= 0) {
                    times.bare().add(bare);
                    times.inside().add(inside);
                    times.outside().add(outside);
                    times.amongMany().add(amongMany);
                }
            }
            return shown(times);
        } finally {
            delete(small);
            delete(large);
        }
    }

    private record Times(
            List<Double> bare, List<Double> inside, List<Double> outside, List<Double> amongMany) {

        Times() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    private static Path workspace(int files) throws IOException {
        Path root = Files.createTempDirectory("bench").toRealPath();
        for (int i = 0; i < files; i += FILES_OF_DIRECTORY) {
            Path directory = root.resolve("d" + i / 1_000).resolve("e" + i);
            Files.createDirectories(directory);
            for (int file = 0; file < FILES_OF_DIRECTORY; file++) {
                Files.createFile(directory.resolve("f" + file + ".txt"));
            }
        }
        return root;
    }

    private static void delete(Path tree) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(tree)) {
            all = found.sorted().toList();
        }
        for (Path it : all.reversed()) {
            Files.delete(it);
        }
    }

    private static Session session(Path root, SandboxMode mode) throws IOException {
        return Deft.in(root).agent(AgentSpec.trusted().sandbox(mode)).open();
    }

    private static double bare() throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder("bash", "-c", "true").start();
        process.getInputStream().readAllBytes();
        process.waitFor();
        return (System.nanoTime() - start) / 1e6;
    }

    private static double called(Session session) throws IOException {
        long start = System.nanoTime();
        Envelope envelope = session.call("bash", Map.of("command", "true"));
        double took = (System.nanoTime() - start) / 1e6;
        if (envelope.failed()) {
            throw new IOException("bash failed: " + envelope.result());
        }
        return took;
    }

    private static boolean shown(Times times) {
        double bare = median(times.bare());
        double inside = median(times.inside());
        System.out.printf("%-40s %8s %8s %8s%n", "command", "ms", "fastest", "ratio");
        row("ProcessBuilder bash -c true", times.bare(), bare);
        row("deft bash true, bubblewrap", times.inside(), bare);
        row("deft bash true, bubblewrap, %,d files".formatted(MANY_FILES), times.amongMany(), bare);
        row("deft bash true, no sandbox", times.outside(), bare);
        var targets = new BenchTargets();
        targets.atMost(
                "bash true in bubblewrap, times a bare start", inside / bare, MOST_RATIO, "×");
        targets.atMost(
                "bash true without a sandbox, times a bare start",
                median(times.outside()) / bare,
                MOST_RATIO_UNFENCED,
                "×");
        targets.atMost(
                "bash true among %,d files, times %d".formatted(MANY_FILES, FILES),
                median(times.amongMany()) / inside,
                MOST_LARGE_RATIO,
                "×");
        return targets.verdict();
    }

    private static void row(String name, List<Double> millis, double unit) {
        System.out.printf(
                "%-40s %8.2f %8.2f %8.2f%n",
                name,
                median(millis),
                millis.stream().mapToDouble(it -> it).min().orElse(0),
                median(millis) / unit);
    }

    private static double median(List<Double> millis) {
        return millis.stream().sorted().skip(millis.size() / 2).findFirst().orElse(0.0);
    }
}
