package dev.deft.server.metrics;

import dev.deft.server.metrics.Metric.Kind;
import dev.deft.server.metrics.Metric.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/// How long something took, by one label. Thread-safe.
public final class DurationHistogram {

    private static final List<Double> BOUNDS =
            List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);

    private static final int MOST_SERIES = 300;
    private static final double NANOS = 1e9;

    private final String name;
    private final String help;
    private final String label;
    private final Map<String, Series> all = new ConcurrentHashMap<>();

    public DurationHistogram(String name, String help, String label) {
        this.name = name;
        this.help = help;
        this.label = label;
    }

    /// Notes one duration.
    public void add(String value, Duration took) {
        Series series = all.get(value);
        if (series == null) {
            series =
                    all.computeIfAbsent(
                            all.size() < MOST_SERIES ? value : "other", _ -> new Series());
        }
        series.add(took.toNanos() / NANOS);
    }

    /// The metric of it.
    public Metric metric() {
        return new Metric(name, help, Kind.HISTOGRAM, this::samples);
    }

    private List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        all.forEach((value, series) -> series.addTo(samples, value));
        return samples;
    }

    /// The durations of one value of the label.
    private final class Series {

        private final List<LongAdder> buckets = BOUNDS.stream().map(_ -> new LongAdder()).toList();
        private final LongAdder beyond = new LongAdder();
        private final DoubleAdder sum = new DoubleAdder();

        private void add(double seconds) {
            sum.add(seconds);
            for (int i = 0; i < BOUNDS.size(); i++) {
                if (seconds <= BOUNDS.get(i)) {
                    buckets.get(i).increment();
                    return;
                }
            }
            beyond.increment();
        }

        /// Each bucket counts what is in the ones before it too; the last one is the count, so that
        /// they agree however many are added meanwhile.
        private void addTo(List<Sample> samples, String value) {
            long count = 0;
            for (int i = 0; i < BOUNDS.size(); i++) {
                count += buckets.get(i).sum();
                samples.add(bucket(value, PrometheusText.number(BOUNDS.get(i)), count));
            }
            count += beyond.sum();
            samples.add(bucket(value, "+Inf", count));
            samples.add(new Sample("_sum", List.of(label, value), sum.sum()));
            samples.add(new Sample("_count", List.of(label, value), count));
        }

        private Sample bucket(String value, String bound, long count) {
            return new Sample("_bucket", List.of(label, value, "le", bound), count);
        }
    }
}
