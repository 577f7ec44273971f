package dev.deft.server;

import dev.deft.server.listener.HttpListener;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.metrics.MachineMetrics;
import dev.deft.server.metrics.Metric;
import dev.deft.server.metrics.Metric.Sample;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The figures that are read when somebody asks for them.
record ServerFigures(DeftServer.Setup setup, LiveSessions live, HttpListener listener) {

    private static final double NANOS = 1e9;

    List<Metric> all() {
        List<Metric> all =
                new ArrayList<>(
                        List.of(
                                Metric.gauge(
                                        "deft_http_connections",
                                        "Open connections.",
                                        () -> List.of(Sample.of((long) listener.connections()))),
                                Metric.gauge(
                                        "deft_http_streams",
                                        "Open streams of events.",
                                        () -> List.of(Sample.of((long) listener.streams()))),
                                Metric.gauge(
                                        "deft_sessions",
                                        "Sessions that are open on this server, by state.",
                                        this::sessions),
                                Metric.gauge(
                                        "deft_messages_queued",
                                        "Messages that wait for the run before them.",
                                        this::queued),
                                Metric.gauge(
                                        "deft_requests_open",
                                        "Approvals and questions that wait for an answer.",
                                        this::requests),
                                Metric.gauge(
                                        "deft_store_check_seconds",
                                        "How long the store took to say that it works.",
                                        this::store)));
        all.addAll(MachineMetrics.of(setup.clock().instant()));
        return all;
    }

    private List<Sample> sessions() throws IOException {
        Map<String, Long> counts = new LinkedHashMap<>();
        List.of("idle", "running", "waiting").forEach(it -> counts.put(it, 0L));
        for (LiveSessions.Standing it : live.standing()) {
            counts.merge(it.state(), 1L, Long::sum);
        }
        List<Sample> samples = new ArrayList<>();
        counts.forEach((state, count) -> samples.add(Sample.of(count, "state", state)));
        return samples;
    }

    private List<Sample> queued() {
        return List.of(
                Sample.of(live.standing().stream().mapToLong(LiveSessions.Standing::queued).sum()));
    }

    private List<Sample> requests() throws IOException {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (ServedWorkspace it : setup.served()) {
            counts.put(it.id(), 0L);
        }
        setup.store().requests().list().stream()
                .map(it -> it.session().workspace())
                .filter(counts::containsKey)
                .forEach(it -> counts.merge(it, 1L, Long::sum));
        List<Sample> samples = new ArrayList<>();
        counts.forEach((id, count) -> samples.add(Sample.of(count, "workspace", id)));
        return samples;
    }

    private List<Sample> store() throws IOException {
        long began = System.nanoTime();
        setup.store().check();
        return List.of(Sample.of((System.nanoTime() - began) / NANOS));
    }
}
