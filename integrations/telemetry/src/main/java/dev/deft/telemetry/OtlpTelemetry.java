package dev.deft.telemetry;

import dev.deft.engine.observe.EngineObserver;
import dev.deft.engine.observe.ObservedSession;
import dev.deft.engine.observe.SessionObserver;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.SdkMeterProviderBuilder;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SdkTracerProviderBuilder;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Sends traces and metrics to a collector, in batches from a thread of its own. What the collector
/// does not take in time is dropped: a run never waits for it.
final class OtlpTelemetry implements EngineObserver {

    /// How long the end of a program waits for a collector that has answered so far.
    private static final Duration LAST_DELIVERY = Duration.ofSeconds(3);

    /// How long it waits for one that has not.
    private static final Duration LAST_TRY = Duration.ofMillis(500);

    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration BATCH = Duration.ofSeconds(1);
    private static final int QUEUE = 4096;

    /// Contents can be as long as a file.
    private static final int LONGEST_VALUE = 64 * 1024;

    private static final RetryPolicy ONCE_MORE =
            RetryPolicy.builder()
                    .setMaxAttempts(2)
                    .setInitialBackoff(Duration.ofMillis(200))
                    .setMaxBackoff(Duration.ofSeconds(1))
                    .build();

    private final OpenTelemetrySdk sdk;
    private final TracedEngine spans;
    private final DeliveryNotice notice;
    private final List<URI> collectors;

    /// What the library would print on each failed delivery is said once, by us. Held here because
    /// the settings of a logger last only as long as somebody holds it.
    private final Logger quiet;

    private OtlpTelemetry(
            OpenTelemetrySdk sdk,
            boolean contents,
            DeliveryNotice notice,
            List<URI> collectors,
            Logger quiet) {
        this.sdk = sdk;
        this.spans = new TracedEngine(sdk, contents);
        this.notice = notice;
        this.collectors = List.copyOf(collectors);
        this.quiet = quiet;
    }

    static OtlpTelemetry open(OtlpSettings settings, Consumer<String> notices) throws IOException {
        Logger quiet = Logger.getLogger("io.opentelemetry");
        quiet.setLevel(Level.OFF);
        var notice = new DeliveryNotice(notices);
        AttributesBuilder described = Attributes.builder();
        settings.resource().forEach(described::put);
        Resource resource = Resource.getDefault().merge(Resource.create(described.build()));
        SdkTracerProviderBuilder traces =
                SdkTracerProvider.builder()
                        .setResource(resource)
                        .setSpanLimits(
                                SpanLimits.builder()
                                        .setMaxAttributeValueLength(LONGEST_VALUE)
                                        .build());
        settings.ratio()
                .ifPresent(it ->
                        traces.setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(it))));
        if (settings.traces().isPresent()) {
            traces.addSpanProcessor(processor(settings, settings.traces().get(), notice));
        }
        SdkMeterProviderBuilder metrics = SdkMeterProvider.builder().setResource(resource);
        if (settings.metrics().isPresent()) {
            metrics.registerMetricReader(reader(settings, settings.metrics().get(), notice));
        }
        return new OtlpTelemetry(
                OpenTelemetrySdk.builder()
                        .setTracerProvider(traces.build())
                        .setMeterProvider(metrics.build())
                        .build(),
                settings.contents(),
                notice,
                settings.traces().or(settings::metrics).stream().toList(),
                quiet);
    }

    private static BatchSpanProcessor processor(
            OtlpSettings settings, URI collector, DeliveryNotice notice) throws IOException {
        OtlpHttpSpanExporterBuilder exporter =
                OtlpHttpSpanExporter.builder()
                        .setEndpoint(collector.toString())
                        .setTimeout(settings.timeout())
                        .setConnectTimeout(CONNECT)
                        .setRetryPolicy(ONCE_MORE)
                        .setCompression(settings.compressed() ? "gzip" : "none");
        settings.headers().forEach(exporter::addHeader);
        if (settings.certificate().isPresent()) {
            exporter.setTrustedCertificates(Files.readAllBytes(settings.certificate().get()));
        }
        return BatchSpanProcessor.builder(new NoticedSpans(exporter.build(), collector, notice))
                .setScheduleDelay(BATCH)
                .setMaxQueueSize(QUEUE)
                .setExporterTimeout(settings.timeout())
                .build();
    }

    private static PeriodicMetricReader reader(
            OtlpSettings settings, URI collector, DeliveryNotice notice) throws IOException {
        OtlpHttpMetricExporterBuilder exporter =
                OtlpHttpMetricExporter.builder()
                        .setEndpoint(collector.toString())
                        .setTimeout(settings.timeout())
                        .setConnectTimeout(CONNECT)
                        .setRetryPolicy(ONCE_MORE)
                        .setCompression(settings.compressed() ? "gzip" : "none");
        settings.headers().forEach(exporter::addHeader);
        if (settings.certificate().isPresent()) {
            exporter.setTrustedCertificates(Files.readAllBytes(settings.certificate().get()));
        }
        return PeriodicMetricReader.builder(new NoticedMetrics(exporter.build(), collector, notice))
                .setInterval(settings.interval())
                .build();
    }

    @Override
    public SessionObserver open(ObservedSession session) {
        return spans.open(session);
    }

    /// The library waits for requests that a collector does not answer, so that it ends on a thread
    /// that nobody waits for longer than this.
    @Override
    public void close() {
        Duration wait = notice.hasFailed() ? LAST_TRY : LAST_DELIVERY;
        // A run that was interrupted is worth reporting too.
        boolean interrupted = Thread.interrupted();
        Thread ending = Thread.ofPlatform().daemon().name("telemetry-end").start(sdk::close);
        try {
            if (!ending.join(wait)) {
                collectors.forEach(notice::failed);
            }
        } catch (InterruptedException _) {
            interrupted = true;
        }
        quiet.setLevel(Level.OFF);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
