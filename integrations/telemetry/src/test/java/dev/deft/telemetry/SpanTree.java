package dev.deft.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// Spans as an indented text, in the order in which they began.
final class SpanTree {

    private final List<SpanData> spans;
    private final List<AttributeKey<?>> shown;

    private SpanTree(List<SpanData> spans, List<AttributeKey<?>> shown) {
        this.spans = spans;
        this.shown = shown;
    }

    /// @param shown the attributes to show, if a span has them
    static String of(List<SpanData> spans, AttributeKey<?>... shown) {
        var text = new StringBuilder();
        new SpanTree(spans, List.of(shown)).add(text, "", "0".repeat(16));
        return text.toString();
    }

    private void add(StringBuilder text, String indent, String parent) {
        spans.stream()
                .filter(it -> it.getParentSpanId().equals(parent))
                .sorted(Comparator.comparingLong(SpanData::getStartEpochNanos))
                .forEach(it -> {
                    text.append(indent).append(it.getName()).append(attributes(it)).append('\n');
                    add(text, indent + "  ", it.getSpanId());
                });
    }

    private String attributes(SpanData span) {
        return shown.stream()
                .filter(it -> span.getAttributes().get(it) != null)
                .map(it -> " " + span.getAttributes().get(it))
                .collect(Collectors.joining());
    }
}
