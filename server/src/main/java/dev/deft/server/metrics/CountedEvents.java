package dev.deft.server.metrics;

import dev.deft.server.metrics.Metric.Kind;
import dev.deft.server.metrics.Metric.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;

/// Counts by labels. Thread-safe.
public final class CountedEvents {

    /// Label values come from outside, such as names of tools: what is beyond this many is counted
    /// together, so that nobody can fill the memory.
    private static final int MOST_SERIES = 500;

    private static final String OTHER = "other";

    private final String name;
    private final String help;
    private final List<String> labels;
    private final Map<List<String>, DoubleAdder> counts = new ConcurrentHashMap<>();

    /// @param labels their names
    public CountedEvents(String name, String help, String... labels) {
        this.name = name;
        this.help = help;
        this.labels = List.of(labels);
        if (labels.length == 0) {
            counts.put(List.of(), new DoubleAdder());
        }
    }

    /// Counts one.
    public void add(String... values) {
        add(1, values);
    }

    /// Counts some.
    ///
    /// @param values of the labels, in their order
    public void add(double many, String... values) {
        List<String> key = List.of(values);
        if (key.size() != labels.size()) {
            throw new IllegalArgumentException(name + " has the labels " + labels);
        }
        DoubleAdder known = counts.get(key);
        if (known == null) {
            List<String> kept =
                    counts.size() < MOST_SERIES ? key : labels.stream().map(_ -> OTHER).toList();
            known = counts.computeIfAbsent(kept, _ -> new DoubleAdder());
        }
        known.add(many);
    }

    /// The metric of it.
    public Metric metric() {
        return new Metric(name, help, Kind.COUNTER, this::samples);
    }

    private List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        counts.forEach((values, count) -> samples.add(sample(values, count.sum())));
        return samples;
    }

    private Sample sample(List<String> values, double value) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            pairs.add(labels.get(i));
            pairs.add(values.get(i));
        }
        return new Sample("", pairs, value);
    }
}
