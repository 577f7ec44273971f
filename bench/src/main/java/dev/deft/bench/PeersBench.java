package dev.deft.bench;

import dev.deft.bench.peers.PeerComparison;
import dev.deft.bench.peers.PeerRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Compares Deft with other agents on the same work: `peers [ROUNDS] [--peers DIR] [--repo DIR]`.
///
/// The other agents are looked for in `--peers` or `$DEFT_PEERS`, a directory that npm has
/// installed them into, and on the path. The work is done on a copy of the files of `--repo`, a git
/// repository; of this checkout if none is given.
public final class PeersBench {

    private static final int ROUNDS = 5;

    /// More of other load than this and the figures say little.
    private static final double MOST_FOREIGN_CORES = 0.3;

    private PeersBench() {}

    /// What to do.
    ///
    /// @param peers where npm has installed other agents
    record Wish(int rounds, Optional<Path> peers, Path repository) {

        /// @throws IllegalArgumentException if an argument is wrong; the message says how
        static Wish parse(Optional<String> inherited, String... args) {
            var wish = new Wish(ROUNDS, inherited.map(Path::of), Path.of(""));
            for (int i = 0; i < args.length; i++) {
                String arg = args[i];
                if (arg.equals("--peers")) {
                    i++;
                    wish = new Wish(wish.rounds, Optional.of(directory(args, i)), wish.repository);
                } else if (arg.equals("--repo")) {
                    i++;
                    wish = new Wish(wish.rounds, wish.peers, directory(args, i));
                } else if (arg.matches("[1-9][0-9]{0,2}")) {
                    wish = new Wish(Integer.parseInt(arg), wish.peers, wish.repository);
                } else {
                    throw new IllegalArgumentException(
                            "peers takes a number of rounds, --peers DIR and --repo DIR, not "
                                    + arg);
                }
            }
            return wish;
        }

        private static Path directory(String[] args, int i) {
            if (i == args.length || !Files.isDirectory(Path.of(args[i]))) {
                throw new IllegalArgumentException(args[i - 1] + " needs a directory");
            }
            return Path.of(args[i]);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        try {
            Wish wish = Wish.parse(Optional.ofNullable(System.getenv("DEFT_PEERS")), args);
            System.exit(compare(wish));
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(2);
        } catch (IOException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(3);
        }
    }

    /// @return the exit code
    private static int compare(Wish wish) throws IOException, InterruptedException {
        Path deft = Path.of("deft").toRealPath();
        // Builds it and its start-up caches where that is needed.
        new BenchCommand("deft --version", List.of(deft.toString(), "--version")).millis();
        var comparison =
                new PeerComparison(
                        deft,
                        wish.peers.map(Path::toAbsolutePath),
                        it -> System.err.println("bench: " + it));
        comparison.missing().forEach(it -> System.out.println(it + " is not installed here"));
        Path directory = Files.createTempDirectory("deft-peers-").toRealPath();
        try {
            comparison.run(wish.repository.toAbsolutePath(), directory, wish.rounds);
        } finally {
            new BenchCommand("rm", List.of("rm", "-rf", directory.toString())).millis();
        }
        return shown(comparison, wish.rounds);
    }

    private static int shown(PeerComparison comparison, int rounds) {
        var targets = new BenchTargets();
        List<String> names = comparison.names();
        System.out.printf("%n%-40s %s  target%n", "", columns(names, it -> it));
        boolean complete = true;
        for (PeerRow row : comparison.rows()) {
            Optional<BenchFigure> figure = figure(row, names);
            System.out.println(
                    "%-40s %s  %s  %s"
                            .formatted(
                                    row.unit().isEmpty()
                                            ? row.name()
                                            : row.name() + ", " + row.unit(),
                                    columns(names, it -> number(row, it)),
                                    figure.map(BenchFigure::wanted).orElse(""),
                                    figure.map(BenchFigure::verdict).orElse("FAILED"))
                            .stripTrailing());
            figure.ifPresent(targets::report);
            complete &= figure.isPresent();
        }
        double foreign = comparison.foreignCores();
        System.out.printf(
                Locale.ROOT,
                "%nmedians of %d rounds; others used %.1f cores meanwhile%s%n",
                rounds,
                foreign,
                foreign > MOST_FOREIGN_CORES ? ", too much for figures that count" : "");
        boolean met = targets.verdict();
        return !complete ? 3 : met ? 0 : 1;
    }

    private static String columns(List<String> names, Function<String, String> value) {
        return names.stream()
                .map(it -> "%12s".formatted(value.apply(it)))
                .collect(Collectors.joining(" "));
    }

    private static String number(PeerRow row, String peer) {
        return Optional.ofNullable(row.values().get(peer)).map(BenchFigure::number).orElse("-");
    }

    /// Deft's figure beside those of the others; empty if Deft did not do its work.
    private static Optional<BenchFigure> figure(PeerRow row, List<String> names) {
        Optional<Double> ours = Optional.ofNullable(row.values().get(names.getFirst()));
        if (ours.isEmpty()) {
            return Optional.empty();
        }
        String beside =
                names.stream()
                        .skip(1)
                        .map(it -> it + " " + number(row, it))
                        .collect(Collectors.joining(", "));
        BenchFigure figure = BenchFigure.of(row.name(), ours.get(), row.unit()).withBeside(beside);
        return Optional.of(
                row.limit().isPresent()
                        ? figure.atMost(row.limit().getAsDouble(), row.note())
                        : figure);
    }
}
