package dev.deft.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/// Prints ratios next to their targets, and at the end the worst ratio for each target.
final class BenchTargets {

    private final Map<String, Worst> kinds = new LinkedHashMap<>();

    private record Worst(double target, double ratio, String name) {

        boolean met() {
            return ratio <= target;
        }
    }

    /// Prints one measurement.
    ///
    /// @param kind the name of the target, such as `glob, 300 files`
    /// @param ours milliseconds
    void add(String kind, double target, String name, double ours, double theirs) {
        var now = new Worst(target, ours / theirs, name);
        kinds.merge(kind, now, (a, b) -> a.ratio >= b.ratio ? a : b);
        System.out.printf(
                "%-46s %8.2f %8.2f   %.3f (%.2f)%s%n",
                name, ours, theirs, now.ratio, target, now.met() ? "" : "  MISSED");
    }

    /// Prints each target with the worst ratio; returns false if one was missed.
    boolean summary() {
        System.out.printf("%n%-30s %7s %9s%n", "", "target", "measured");
        kinds.forEach((kind, it) ->
                System.out.printf(
                        "%-30s %7.2f %9.3f   %s%n",
                        kind, it.target, it.ratio, it.met() ? "met" : "missed: " + it.name));
        return kinds.values().stream().allMatch(Worst::met);
    }
}
