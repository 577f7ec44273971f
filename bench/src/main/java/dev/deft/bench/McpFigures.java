package dev.deft.bench;

import java.util.Arrays;
import java.util.List;

/// How fast calls were.
///
/// @param perSecond calls
/// @param median milliseconds of a call
/// @param slow milliseconds of the slowest call but one in a hundred
record McpFigures(double perSecond, double median, double slow) {

    /// @param nanos of each call
    static McpFigures of(long[] nanos, double seconds) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new McpFigures(
                sorted.length / seconds,
                sorted[sorted.length / 2] / 1e6,
                sorted[sorted.length * 99 / 100] / 1e6);
    }

    /// The median round.
    static McpFigures middle(List<McpFigures> rounds) {
        return rounds.stream()
                .sorted((a, b) -> Double.compare(a.perSecond, b.perSecond))
                .toList()
                .get(rounds.size() / 2);
    }

    void print(String name) {
        System.out.printf("%-34s %9.0f %9.2f %9.2f%n", name, perSecond, median, slow);
    }
}
