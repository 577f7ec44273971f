package dev.deft.bench;

import java.util.List;

/// The measurements of a command.
///
/// @param millis the wall time of each run, sorted
/// @param megabytes the peak memory of any run
record Measured(BenchCommand command, List<Double> millis, double megabytes) {

    Measured {
        millis = millis.stream().sorted().toList();
    }

    double medianMillis() {
        return millis.get(millis.size() / 2);
    }

    double fastestMillis() {
        return millis.getFirst();
    }
}
