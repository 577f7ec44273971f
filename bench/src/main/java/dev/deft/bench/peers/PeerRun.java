package dev.deft.bench.peers;

import dev.deft.bench.process.MeasuredProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/// One run of an agent, in figures.
///
/// @param cost of its processes
/// @param requests of its loop, in order
/// @param millis of each call, by the kind of the step: from the answer with the call to the
///   request with its result
/// @param inOrder the same of all calls, in order
record PeerRun(
        MeasuredProgram.Cost cost,
        List<ModelRequest> requests,
        Map<String, List<Double>> millis,
        List<Double> inOrder) {

    private static final int SOME = 50;

    PeerRun {
        requests = List.copyOf(requests);
        millis = Map.copyOf(millis);
        inOrder = List.copyOf(inOrder);
    }

    static PeerRun of(
            MeasuredProgram.Cost cost, List<ScriptStep> steps, List<ModelRequest> requests) {
        Map<String, List<Double>> millis = new TreeMap<>();
        List<Double> inOrder = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            int step = i;
            OptionalDouble took = took(step, requests);
            took.ifPresent(inOrder::add);
            took.ifPresent(it ->
                    millis.computeIfAbsent(steps.get(step).kind(), _ -> new ArrayList<>()).add(it));
        }
        return new PeerRun(cost, requests, millis, inOrder);
    }

    /// A request that was sent again counts from its last answer to the first with the result.
    private static OptionalDouble took(int step, List<ModelRequest> requests) {
        OptionalDouble sent =
                requests.stream()
                        .filter(it -> it.step() == step)
                        .mapToDouble(ModelRequest::answered)
                        .max();
        OptionalDouble back =
                requests.stream()
                        .filter(it -> it.step() == step + 1)
                        .mapToDouble(ModelRequest::arrived)
                        .min();
        return sent.isPresent() && back.isPresent()
                ? OptionalDouble.of((back.getAsDouble() - sent.getAsDouble()) / 1e6)
                : OptionalDouble.empty();
    }

    /// What the agent did wrong; empty if it did all of its work.
    ///
    /// @param calls how many it had to make
    Optional<String> problem(int calls) {
        if (!cost.inTime()) {
            return Optional.of("took too long");
        }
        if (cost.exitCode() != 0) {
            return Optional.of("ended with exit code " + cost.exitCode());
        }
        if (requests.isEmpty()) {
            return Optional.of("sent no request");
        }
        if (inOrder.size() < calls) {
            return Optional.of("made %d of %d calls".formatted(inOrder.size(), calls));
        }
        long failed =
                requests.stream()
                        .filter(it -> it.last().isPresent() && it.last().get().failed())
                        .count();
        return failed == 0 ? Optional.empty() : Optional.of(failed + " calls failed");
    }

    double startMillis() {
        return (requests.getFirst().arrived() - cost.started()) / 1e6;
    }

    double medianMillis() {
        return median(inOrder.stream());
    }

    double medianMillis(String kind) {
        return median(millis.getOrDefault(kind, List.of()).stream());
    }

    /// How much longer the last calls took than the first.
    double growth() {
        return median(inOrder.stream().skip(inOrder.size() - SOME))
                / median(inOrder.stream().limit(SOME));
    }

    static double median(Stream<Double> values) {
        List<Double> sorted = values.sorted().toList();
        if (sorted.isEmpty()) {
            return Double.NaN;
        }
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
