package dev.deft.bench.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Gives the same work to Deft and to the other agents that are installed, in turns, and compares
/// what they need for it.
public final class PeerComparison {

    private final List<Peer> peers;
    private final Optional<Path> node;
    private final Consumer<String> progress;
    private final Map<Key, List<PeerRun>> runs = new HashMap<>();

    private record Key(String peer, Scenario scenario, int start) {}

    /// @param deft the launcher
    /// @param directory where npm has installed other agents
    /// @param progress gets a line for each run
    public PeerComparison(Path deft, Optional<Path> directory, Consumer<String> progress)
            throws IOException {
        var installed = new InstalledPeers(directory, System.getenv("PATH"));
        List<Peer> all = new ArrayList<>(List.of(new DeftPeer(deft)));
        all.addAll(installed.all());
        this.peers = List.copyOf(all);
        this.node = installed.node();
        this.progress = progress;
    }

    /// The names of the agents that are compared, Deft first.
    public List<String> names() {
        return peers.stream().map(Peer::name).toList();
    }

    /// The names of the agents that are known but not installed.
    public List<String> missing() {
        return InstalledPeers.missing(peers);
    }

    /// Runs all of the work. An agent that fails is told of, and has no figure for that work.
    ///
    /// @param repository whose tracked files are the workspace
    /// @param directory for the workspace and the home directories; new
    public void run(Path repository, Path directory, int rounds)
            throws IOException, InterruptedException {
        var workspace = new PeerWorkspace(repository, directory);
        var runner = new PeerRunner(workspace, directory, node);
        for (Scenario scenario : Scenario.values()) {
            for (int round = 1; round <= rounds; round++) {
                for (Peer peer : peers) {
                    run(runner, peer, scenario, round);
                }
            }
        }
    }

    private void run(PeerRunner runner, Peer peer, Scenario scenario, int round)
            throws IOException, InterruptedException {
        try {
            List<PeerRun> done = runner.run(peer, scenario);
            for (int start = 0; start < done.size(); start++) {
                runs.computeIfAbsent(new Key(peer.name(), scenario, start), _ -> new ArrayList<>())
                        .add(done.get(start));
            }
            progress.accept(
                    "%s, %s, round %d: first request after %.0f ms, CPU %.2f s, others used %.1f cores"
                            .formatted(
                                    peer.name(),
                                    scenario.title(),
                                    round,
                                    done.getLast().startMillis(),
                                    done.getLast().cost().cpuSeconds(),
                                    done.getLast().cost().foreignCores()));
        } catch (PeerFailure e) {
            progress.accept(e.getMessage());
        }
    }

    /// The figures, each with the median over the rounds.
    public List<PeerRow> rows() {
        return PeerMeasure.ALL.stream().map(this::row).toList();
    }

    private PeerRow row(PeerMeasure measure) {
        Map<String, Double> values = new HashMap<>();
        for (Peer peer : peers) {
            Stream<Double> all =
                    runs
                            .getOrDefault(
                                    new Key(peer.name(), measure.scenario(), measure.start()),
                                    List.of())
                            .stream()
                            .map(measure.value()::applyAsDouble);
            double median = PeerRun.median(all);
            if (!Double.isNaN(median)) {
                values.put(peer.name(), median);
            }
        }
        return PeerRow.of(measure, values);
    }

    /// The cores that other programs used meanwhile, in the median run.
    public double foreignCores() {
        return PeerRun.median(
                runs.values().stream().flatMap(List::stream).map(it -> it.cost().foreignCores()));
    }
}
