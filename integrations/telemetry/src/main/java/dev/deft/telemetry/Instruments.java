package dev.deft.telemetry;

import dev.deft.agent.model.Usage;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleCounter;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.LongUpDownCounter;
import io.opentelemetry.api.metrics.Meter;
import java.time.Duration;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/// The metrics.
final class Instruments {

    private static final int DURATIONS = 14;
    private static final int TOKENS = 14;

    private final LongHistogram tokens;
    private final DoubleHistogram requests;
    private final DoubleHistogram runs;
    private final DoubleHistogram calls;
    private final DoubleHistogram commands;
    private final DoubleHistogram approvals;
    private final LongUpDownCounter active;
    private final LongCounter decisions;
    private final DoubleCounter cost;

    Instruments(Meter meter) {
        this.tokens =
                meter.histogramBuilder("gen_ai.client.token.usage")
                        .ofLongs()
                        .setUnit("{token}")
                        .setDescription("Number of input and output tokens used.")
                        .setExplicitBucketBoundariesAdvice(
                                LongStream.iterate(1, it -> it * 4).limit(TOKENS).boxed().toList())
                        .build();
        this.requests =
                seconds(
                        meter,
                        "gen_ai.client.operation.duration",
                        "How long requests to models take.",
                        0.01);
        this.runs = seconds(meter, "gen_ai.invoke_agent.duration", "How long runs take.", 0.1);
        this.calls = seconds(meter, "gen_ai.execute_tool.duration", "How long calls take.", 0.01);
        this.commands = seconds(meter, "deft.command.duration", "How long commands take.", 0.01);
        this.approvals =
                seconds(meter, "deft.approval.duration", "How long calls wait for approval.", 0.1);
        this.active =
                meter.upDownCounterBuilder("deft.run.active")
                        .setUnit("{run}")
                        .setDescription("Runs that are going.")
                        .build();
        this.decisions =
                meter.counterBuilder("deft.gate.decisions")
                        .setUnit("{decision}")
                        .setDescription("What the gates decided about calls.")
                        .build();
        this.cost =
                meter.counterBuilder("deft.run.cost")
                        .ofDoubles()
                        .setUnit("USD")
                        .setDescription("What runs cost, where prices are known.")
                        .build();
    }

    /// The boundaries of the conventions: each one twice the one before.
    private static DoubleHistogram seconds(Meter meter, String name, String text, double first) {
        List<Double> boundaries =
                DoubleStream.iterate(first, it -> it * 2).limit(DURATIONS).boxed().toList();
        return meter.histogramBuilder(name)
                .setUnit("s")
                .setDescription(text)
                .setExplicitBucketBoundariesAdvice(boundaries)
                .build();
    }

    static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    /// What was read counts as input, however it was paid for.
    static long input(Usage usage) {
        return usage.input() + usage.cacheRead() + usage.cacheWrite();
    }

    void request(Duration took, Attributes what) {
        requests.record(seconds(took), what);
    }

    void usage(Usage usage, Attributes what) {
        tokens.record(input(usage), what.toBuilder().put(Keys.TOKEN_TYPE, "input").build());
        tokens.record(usage.output(), what.toBuilder().put(Keys.TOKEN_TYPE, "output").build());
    }

    void runBegan(Attributes what) {
        active.add(1, what);
    }

    /// @param began what the run began with
    void runEnded(Duration took, Attributes began, Attributes what) {
        active.add(-1, began);
        runs.record(seconds(took), what);
    }

    void cost(double dollars, Attributes what) {
        cost.add(dollars, what);
    }

    void call(Duration took, Attributes what) {
        calls.record(seconds(took), what);
    }

    void command(Duration took, Attributes what) {
        commands.record(seconds(took), what);
    }

    void decision(Attributes what) {
        decisions.add(1, what);
    }

    void approval(Duration took, Attributes what) {
        approvals.record(seconds(took), what);
    }
}
