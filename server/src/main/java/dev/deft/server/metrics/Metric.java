package dev.deft.server.metrics;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/// One metric: its name, what it means, and its current values.
///
/// @param name with its unit, such as `deft_request_duration_seconds`
/// @param help one line
/// @param kind as Prometheus knows it
/// @param samples reads the values of now
public record Metric(String name, String help, Kind kind, Samples samples) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    public Metric {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not the name of a metric: " + name);
        }
    }

    /// What can be done with the values.
    public enum Kind {
        COUNTER,
        GAUGE,
        HISTOGRAM
    }

    /// Reads values.
    @FunctionalInterface
    public interface Samples {

        /// The values of now.
        ///
        /// @throws IOException if they cannot be known now; the metric is left out then
        List<Sample> read() throws IOException;
    }

    /// One value.
    ///
    /// @param suffix of the name, such as `_bucket`; empty for none
    /// @param labels names and values in turns
    public record Sample(String suffix, List<String> labels, double value) {

        public Sample {
            labels = List.copyOf(labels);
            if (labels.size() % 2 != 0) {
                throw new IllegalArgumentException("each label has a value");
            }
        }

        /// A value under the plain name of its metric.
        public static Sample of(double value, String... labels) {
            return new Sample("", List.of(labels), value);
        }

        /// A whole number under the plain name of its metric.
        public static Sample of(long value, String... labels) {
            return of((double) value, labels);
        }
    }

    /// A value that goes up and down and is read when it is asked for.
    public static Metric gauge(String name, String help, Samples samples) {
        return new Metric(name, help, Kind.GAUGE, samples);
    }
}
