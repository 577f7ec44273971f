package dev.deft.server.metrics;

import dev.deft.server.metrics.Metric.Sample;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/// Writes metrics in the text format of Prometheus, version 0.0.4.
public final class PrometheusText {

    /// The media type of the format.
    public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final double LARGEST_WHOLE = 1e15;

    private PrometheusText() {}

    /// All metrics that have values now. One that cannot be read now is left out, as Prometheus
    /// expects, rather than the others with it.
    public static String of(List<Metric> metrics) {
        var text = new StringBuilder();
        for (Metric it : metrics) {
            try {
                append(text, it, it.samples().read());
            } catch (IOException e) {
                text.append("# ")
                        .append(it.name())
                        .append(" cannot be read now: ")
                        .append(oneLine(String.valueOf(e.getMessage())))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Metric metric, List<Sample> samples) {
        if (samples.isEmpty()) {
            return;
        }
        text.append("# HELP %s %s\n".formatted(metric.name(), oneLine(metric.help())));
        text.append(
                "# TYPE %s %s\n"
                        .formatted(metric.name(), metric.kind().name().toLowerCase(Locale.ROOT)));
        for (Sample it : samples) {
            text.append(metric.name()).append(it.suffix());
            labels(text, it.labels());
            text.append(' ').append(number(it.value())).append('\n');
        }
    }

    private static void labels(StringBuilder text, List<String> labels) {
        if (labels.isEmpty()) {
            return;
        }
        text.append('{');
        for (int i = 0; i < labels.size(); i += 2) {
            text.append(i == 0 ? "" : ",")
                    .append(labels.get(i))
                    .append("=\"")
                    .append(escaped(labels.get(i + 1)))
                    .append('"');
        }
        text.append('}');
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static String oneLine(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n");
    }

    /// A whole number without a point, as people expect counts.
    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < LARGEST_WHOLE
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
