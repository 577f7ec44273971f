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

/// Compares `bash` running `true` through the whole call pipeline with a plain `bash -c true` from
/// Java.
///
/// The argument is the number of rounds.
public final class ShellBench {

    private static final int ROUNDS = 301;
    private static final int UNCOUNTED = 50;
    private static final double MOST_RATIO = 1.0;

    private ShellBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        String given = args.length == 0 ? String.valueOf(ROUNDS) : args[0];
        if (!given.matches("[1-9][0-9]{0,4}")) {
            System.err.println("bench: the number of rounds is a number from 1 on, not " + given);
            System.exit(2);
        }
        System.exit(compare(Integer.parseInt(given)) ? 0 : 1);
    }

    /// Alternates, so that load on the machine affects all of them equally.
    private static boolean compare(int rounds) throws IOException, InterruptedException {
        Path root = Files.createTempDirectory("bench").toRealPath();
        try (Session fenced = session(root, SandboxMode.REQUIRED);
                Session open = session(root, SandboxMode.OFF)) {
            var bare = new ArrayList<Double>();
            var inside = new ArrayList<Double>();
            var outside = new ArrayList<Double>();
            for (int round = -UNCOUNTED; round < rounds; round++) {
                double first = bare();
                double second = called(fenced);
                double third = called(open);
                if (round >= 0) {
                    bare.add(first);
                    inside.add(second);
                    outside.add(third);
                }
            }
            return shown(rounds, bare, inside, outside);
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

    private static boolean shown(
            int rounds, List<Double> bare, List<Double> inside, List<Double> outside) {
        System.out.printf("%-34s %8s %8s %8s%n", "command", "ms", "fastest", "ratio");
        row("ProcessBuilder bash -c true", bare, bare);
        row("deft bash true, bubblewrap", inside, bare);
        row("deft bash true, no sandbox", outside, bare);
        boolean within =
                median(inside) <= MOST_RATIO * median(bare)
                        && median(outside) <= MOST_RATIO * median(bare);
        System.out.printf(
                "%s: at most %.1f times a bare start; medians of %d rounds%n",
                within ? "within budget" : "OVER BUDGET", MOST_RATIO, rounds);
        return within;
    }

    private static void row(String name, List<Double> millis, List<Double> unit) {
        System.out.printf(
                "%-34s %8.2f %8.2f %8.2f%n",
                name,
                median(millis),
                millis.stream().mapToDouble(it -> it).min().orElse(0),
                median(millis) / median(unit));
    }

    private static double median(List<Double> millis) {
        return millis.stream().sorted().skip(millis.size() / 2).findFirst().orElse(0.0);
    }
}
