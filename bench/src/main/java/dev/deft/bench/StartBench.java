package dev.deft.bench;

import java.io.IOException;
import java.util.List;

/// Compares the wall time of a short command with an empty Node program.
///
/// The argument is the number of rounds.
public final class StartBench {

    private static final int ROUNDS = 31;

    /// The targets: a ratio to the empty Node program, and resident memory.
    private static final double MOST_RATIO = 0.8;

    private static final double MOST_MEGABYTES = 70;

    private StartBench() {}

    public static void main(String[] args) throws InterruptedException {
        int rounds = BenchArguments.number("number of rounds", ROUNDS, args);
        try {
            System.exit(compare(rounds) ? 0 : 1);
        } catch (IOException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(1);
        }
    }

    private static boolean compare(int rounds) throws IOException, InterruptedException {
        var peer = new BenchCommand("node -e 0", List.of("node", "-e", "0"));
        var help = new BenchCommand("deft --help", List.of("./deft", "--help"));
        var call =
                new BenchCommand(
                        "deft call current_time", List.of("./deft", "call", "current_time"));

        List<Measured> all = SideBySide.of(rounds, peer, help, call);
        double unit = all.getFirst().medianMillis();
        System.out.printf("%-24s %8s %8s %8s %8s%n", "command", "ms", "fastest", "ratio", "MB");
        for (Measured it : all) {
            System.out.printf(
                    "%-24s %8.1f %8.1f %8.2f %8.1f%n",
                    it.command().name(),
                    it.medianMillis(),
                    it.fastestMillis(),
                    it.medianMillis() / unit,
                    it.megabytes());
        }
        var targets = new BenchTargets();
        for (Measured it : all.subList(1, all.size())) {
            String name = it.command().name();
            targets.atMost(
                    name + ", times " + peer.name(), it.medianMillis() / unit, MOST_RATIO, "×");
            targets.atMost(name + ", memory", it.megabytes(), MOST_MEGABYTES, "MB");
        }
        return targets.verdict();
    }
}
