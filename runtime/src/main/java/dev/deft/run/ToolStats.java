package dev.deft.run;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// How often each tool was called, how often it failed, and how long it took on average. Calls of
/// unknown tools and calls with wrong arguments count too.
public final class ToolStats {

    /// Names come from models: past this many they are counted together.
    private static final int MOST_NAMES = 1_000;

    private static final String OTHERS = "(others)";

    private final Map<String, Tally> tallies = new ConcurrentHashMap<>();

    void count(String tool, Duration took, boolean failed) {
        String name = tallies.size() < MOST_NAMES || tallies.containsKey(tool) ? tool : OTHERS;
        Tally tally = tallies.computeIfAbsent(name, _ -> new Tally());
        tally.calls.increment();
        tally.nanos.add(took.toNanos());
        if (failed) {
            tally.failures.increment();
        }
    }

    /// What is known about one tool; all zero when it was never called.
    public CallStats of(String tool) {
        return byTool().getOrDefault(tool, new CallStats(0, 0, Duration.ZERO));
    }

    public Map<String, CallStats> byTool() {
        var all = new TreeMap<String, CallStats>();
        tallies.forEach((name, tally) -> all.put(name, tally.read()));
        return all;
    }

    /// What is known about the calls of one tool.
    public record CallStats(long count, long failures, Duration average) {}

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
