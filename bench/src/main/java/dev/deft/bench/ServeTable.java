package dev.deft.bench;

import java.util.Locale;

/// The figures of `deft serve` beside what is wanted.
final class ServeTable {

    private boolean met = true;

    void head() {
        System.out.printf("%-56s %12s %14s%n", "", "measured", "target");
    }

    void atLeast(String figure, double value, double target, String unit) {
        row(figure, value, "at least " + number(target), unit, value >= target);
    }

    void atMost(String figure, double value, double target, String unit) {
        row(figure, value, "at most " + number(target), unit, value <= target);
    }

    void told(String figure, double value, String unit) {
        System.out.printf("%-56s %12s%n", figure, number(value) + " " + unit);
    }

    private void row(String figure, double value, String target, String unit, boolean within) {
        met &= within;
        System.out.printf(
                "%-56s %12s %14s   %s%n",
                figure, number(value) + " " + unit, target, within ? "met" : "MISSED");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }

    /// Whether all targets are met.
    boolean isMet() {
        return met;
    }
}
