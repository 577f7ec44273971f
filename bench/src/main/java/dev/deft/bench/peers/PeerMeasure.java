package dev.deft.bench.peers;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// One figure of a run, and what Deft's has to be.
///
/// @param start which start of the scenario, from 0
/// @param limit the most for Deft
record PeerMeasure(
        String name,
        String unit,
        Scenario scenario,
        int start,
        ToDoubleFunction<PeerRun> value,
        Optional<Limit> limit) {

    private static final double KILO = 1_000;

    /// The most for Deft: a number, or a multiple of another agent's figure.
    ///
    /// @param peer the other agent; empty for a number
    record Limit(double factor, Optional<String> peer) {}

    static final List<PeerMeasure> ALL =
            List.of(
                    of(
                                    "start to first request, first start",
                                    "ms",
                                    Scenario.START,
                                    PeerRun::startMillis)
                            .times(0.8, CodexPeer.NAME),
                    of(
                                    "start to first request, second start",
                                    "ms",
                                    Scenario.START,
                                    PeerRun::startMillis)
                            .second()
                            .times(0.8, CodexPeer.NAME),
                    of("CPU of one answer, first start", "s", Scenario.START, PeerMeasure::cpu)
                            .times(1, CodexPeer.NAME),
                    of("CPU of one answer, second start", "s", Scenario.START, PeerMeasure::cpu)
                            .second()
                            .times(1, CodexPeer.NAME),
                    of("memory, one answer", "MB", Scenario.START, PeerMeasure::memory).atMost(80),
                    of("first request", "KB", Scenario.START, PeerMeasure::firstRequest).atMost(12),
                    of("tools in the first request", "", Scenario.START, PeerMeasure::tools),
                    of("60 calls, one call", "ms", Scenario.CALLS, PeerRun::medianMillis)
                            .times(0.6, PiPeer.NAME),
                    ofKind("read"),
                    ofKind("edit"),
                    ofKind("bash"),
                    ofKind("grep"),
                    ofKind("glob"),
                    of("60 calls, CPU", "s", Scenario.CALLS, PeerMeasure::cpu)
                            .times(0.8, PiPeer.NAME),
                    of("60 calls, memory", "MB", Scenario.CALLS, PeerMeasure::memory).atMost(110),
                    of(
                                    "one grep with a huge result",
                                    "ms",
                                    Scenario.HUGE_GREP,
                                    PeerRun::medianMillis)
                            .times(1, PiPeer.NAME),
                    of("its result", "KB", Scenario.HUGE_GREP, PeerMeasure::lastResult),
                    of("300 calls, one call", "ms", Scenario.MANY_CALLS, PeerRun::medianMillis),
                    of(
                                    "300 calls, the last 50 over the first",
                                    "×",
                                    Scenario.MANY_CALLS,
                                    PeerRun::growth)
                            .atMost(1.1),
                    of("300 calls, CPU", "s", Scenario.MANY_CALLS, PeerMeasure::cpu)
                            .times(0.8, PiPeer.NAME),
                    of("300 calls, memory", "MB", Scenario.MANY_CALLS, PeerMeasure::memory)
                            .atMost(120),
                    of(
                            "300 calls, last request",
                            "KB",
                            Scenario.MANY_CALLS,
                            PeerMeasure::lastRequest));

    private static PeerMeasure of(
            String name, String unit, Scenario scenario, ToDoubleFunction<PeerRun> value) {
        return new PeerMeasure(name, unit, scenario, 0, value, Optional.empty());
    }

    private static PeerMeasure ofKind(String kind) {
        return of("60 calls, " + kind, "ms", Scenario.CALLS, it -> it.medianMillis(kind))
                .times(0.6, PiPeer.NAME);
    }

    private PeerMeasure second() {
        return new PeerMeasure(name, unit, scenario, 1, value, limit);
    }

    private PeerMeasure times(double factor, String peer) {
        return with(new Limit(factor, Optional.of(peer)));
    }

    private PeerMeasure atMost(double most) {
        return with(new Limit(most, Optional.empty()));
    }

    private PeerMeasure with(Limit most) {
        return new PeerMeasure(name, unit, scenario, start, value, Optional.of(most));
    }

    private static double cpu(PeerRun run) {
        return run.cost().cpuSeconds();
    }

    private static double memory(PeerRun run) {
        return run.cost().megabytes();
    }

    private static double firstRequest(PeerRun run) {
        return run.requests().getFirst().bytes() / KILO;
    }

    private static double lastRequest(PeerRun run) {
        return run.requests().getLast().bytes() / KILO;
    }

    private static double tools(PeerRun run) {
        return run.requests().getFirst().tools();
    }

    private static double lastResult(PeerRun run) {
        return run.requests().getLast().last().orElseThrow().bytes() / KILO;
    }
}
