package dev.deft.registry;

import dev.deft.json.Json;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts calls, failures and average durations by tool. Calls of unknown tools and calls with
/// invalid arguments count too.
public final class ToolStats {

    /// Models may invent names: calls of further names are counted together.
    private static final int MAX_NAMES = 1_000;

    private static final String OTHERS = "(others)";

    private final Map<String, Tally> tallies = new ConcurrentHashMap<>();
    private final Optional<ToolStats> parent;

    public ToolStats() {
        this.parent = Optional.empty();
    }

    /// @param whole counts these calls too
    public ToolStats(ToolStats whole) {
        this.parent = Optional.of(whole);
    }

    public void count(String tool, Duration took, boolean failed) {
        String name = tallies.size() < MAX_NAMES || tallies.containsKey(tool) ? tool : OTHERS;
        Tally tally = tallies.computeIfAbsent(name, _ -> new Tally());
        tally.calls.increment();
        tally.nanos.add(took.toNanos());
        if (failed) {
            tally.failures.increment();
        }
        if (parent.isPresent()) {
            parent.get().count(tool, took, failed);
        }
    }

    /// The statistics of one tool; all zero if it was never called.
    public CallStats of(String tool) {
        return byTool().getOrDefault(tool, new CallStats(0, 0, Duration.ZERO));
    }

    public Map<String, CallStats> byTool() {
        var all = new TreeMap<String, CallStats>();
        tallies.forEach((name, tally) -> all.put(name, tally.read()));
        return all;
    }

    /// The statistics of one tool.
    public record CallStats(long count, long failures, Duration average) {

        /// `count`, `failures`, and `avgDuration` in milliseconds.
        public Json.Obj json() {
            return Json.Obj.EMPTY
                    .with("count", Json.Num.of(count))
                    .with("failures", Json.Num.of(failures))
                    .with("avgDuration", Json.Num.of(average.toMillis()));
        }
    }

    private static final class Tally {

        private final LongAdder calls = new LongAdder();
        private final LongAdder failures = new LongAdder();
        private final LongAdder nanos = new LongAdder();

        CallStats read() {
            long count = calls.sum();
            return new CallStats(
                    count, failures.sum(), Duration.ofNanos(count == 0 ? 0 : nanos.sum() / count));
        }
    }
}
