package dev.deft.bench.peers;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// One figure of all agents: the median over the rounds.
///
/// @param values by the name of the agent; one that did not do its work has none
/// @param limit the most for Deft; empty if there is none, or if the agent it depends on is missing
/// @param note where the limit comes from, such as `0.8 × Codex`; may be empty
public record PeerRow(
        String name, String unit, Map<String, Double> values, OptionalDouble limit, String note) {

    /// Copies the values.
    public PeerRow {
        values = Map.copyOf(values);
    }

    static PeerRow of(PeerMeasure measure, Map<String, Double> values) {
        Optional<String> peer = measure.limit().flatMap(PeerMeasure.Limit::peer);
        String note =
                peer.map(it -> factor(measure.limit().orElseThrow().factor()) + it).orElse("");
        return new PeerRow(measure.name(), measure.unit(), values, limit(measure, values), note);
    }

    private static String factor(double factor) {
        return factor == 1 ? "" : factor + " × ";
    }

    private static OptionalDouble limit(PeerMeasure measure, Map<String, Double> values) {
        if (measure.limit().isEmpty()) {
            return OptionalDouble.empty();
        }
        PeerMeasure.Limit limit = measure.limit().get();
        if (limit.peer().isEmpty()) {
            return OptionalDouble.of(limit.factor());
        }
        Optional<Double> theirs = Optional.ofNullable(values.get(limit.peer().get()));
        return theirs.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(limit.factor() * theirs.get());
    }
}
