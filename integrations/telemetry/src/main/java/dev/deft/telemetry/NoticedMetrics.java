package dev.deft.telemetry;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import java.net.URI;
import java.util.Collection;

/// An exporter that says once that metrics do not arrive.
///
/// @param exporter that sends them
record NoticedMetrics(MetricExporter exporter, URI collector, DeliveryNotice notice)
        implements MetricExporter {

    @Override
    public CompletableResultCode export(Collection<MetricData> metrics) {
        CompletableResultCode result = exporter.export(metrics);
        return result.whenComplete(() -> {
            if (!result.isSuccess()) {
                notice.failed(collector);
            }
        });
    }

    @Override
    public Aggregation getDefaultAggregation(InstrumentType type) {
        return exporter.getDefaultAggregation(type);
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType type) {
        return exporter.getAggregationTemporality(type);
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
