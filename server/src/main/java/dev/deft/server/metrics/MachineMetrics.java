package dev.deft.server.metrics;

import dev.deft.server.metrics.Metric.Sample;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What the Java virtual machine knows about itself.
public final class MachineMetrics {

    private static final double MILLIS = 1_000;

    private MachineMetrics() {}

    /// Memory, threads and garbage collection.
    ///
    /// @param started when the server was
    public static List<Metric> of(Instant started) {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        return List.of(
                Metric.gauge(
                        "process_start_time_seconds",
                        "When the server was started, in seconds since 1970.",
                        () -> List.of(Sample.of(started.getEpochSecond()))),
                Metric.gauge(
                        "jvm_memory_used_bytes",
                        "Memory that is in use.",
                        () ->
                                List.of(
                                        Sample.of(
                                                memory.getHeapMemoryUsage().getUsed(),
                                                "area",
                                                "heap"),
                                        Sample.of(
                                                memory.getNonHeapMemoryUsage().getUsed(),
                                                "area",
                                                "nonheap"))),
                Metric.gauge(
                        "jvm_memory_max_bytes",
                        "How large the heap may become.",
                        () ->
                                List.of(
                                        Sample.of(
                                                memory.getHeapMemoryUsage().getMax(),
                                                "area",
                                                "heap"))),
                Metric.gauge(
                        "jvm_threads_current",
                        "Platform threads; requests and sessions use virtual ones.",
                        () ->
                                List.of(
                                        Sample.of(
                                                ManagementFactory.getThreadMXBean()
                                                        .getThreadCount()))),
                new Metric(
                        "jvm_gc_collection_seconds_total",
                        "Time spent collecting garbage.",
                        Metric.Kind.COUNTER,
                        MachineMetrics::collections));
    }

    private static List<Sample> collections() {
        List<Sample> samples = new ArrayList<>();
        for (GarbageCollectorMXBean it : ManagementFactory.getGarbageCollectorMXBeans()) {
            samples.add(
                    Sample.of(Math.max(0, it.getCollectionTime()) / MILLIS, "gc", it.getName()));
        }
        return samples;
    }
}
