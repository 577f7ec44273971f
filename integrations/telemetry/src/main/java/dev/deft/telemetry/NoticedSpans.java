package dev.deft.telemetry;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.util.Collection;

/// An exporter that says once that traces do not arrive.
///
/// @param exporter that sends them
record NoticedSpans(SpanExporter exporter, URI collector, DeliveryNotice notice)
        implements SpanExporter {

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        CompletableResultCode result = exporter.export(spans);
        return result.whenComplete(() -> {
            if (!result.isSuccess()) {
                notice.failed(collector);
            }
        });
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
