package dev.deft.server.metrics;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
import dev.deft.run.CallEvent;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Route;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Everything the server counts, and `GET /metrics`. Thread-safe.
public final class ServerMetrics {

    private static final int TOO_MANY = 429;

    private final CountedEvents requests =
            new CountedEvents(
                    "deft_http_requests_total", "Requests by route and status.", "route", "status");
    private final DurationHistogram durations =
            new DurationHistogram(
                    "deft_http_request_duration_seconds",
                    "How long requests took; those for events until the stream began.",
                    "route");
    private final CountedEvents limited =
            new CountedEvents(
                    "deft_http_rate_limited_total",
                    "Requests refused because there were too many.");
    private final CountedEvents runs =
            new CountedEvents("deft_runs_total", "Runs of agents by their end.", "status");
    private final CountedEvents calls =
            new CountedEvents(
                    "deft_calls_total",
                    "Calls of tools by how they ended: ok, or the code of the error.",
                    "tool",
                    "outcome");
    private final DurationHistogram callDurations =
            new DurationHistogram("deft_call_duration_seconds", "How long calls took.", "tool");
    private final CountedEvents tokens =
            new CountedEvents(
                    "deft_tokens_total",
                    "Tokens by model and kind: input, output, cache_read, cache_write.",
                    "model",
                    "kind");
    private final CountedEvents cost =
            new CountedEvents(
                    "deft_cost_usd_total", "What runs cost, as far as prices are known.", "agent");
    private final List<Metric> further = new CopyOnWriteArrayList<>();

    /// Adds metrics of other parts.
    public void add(List<Metric> more) {
        further.addAll(more);
    }

    /// Counts a request that was answered.
    ///
    /// @param route as it is described, such as `GET /v1/workspaces/{workspace}`; never what a
    ///   client sent
    public void request(String route, int status, Duration took) {
        requests.add(route, Integer.toString(status));
        durations.add(route, took);
        if (status == TOO_MANY) {
            limited.add();
        }
    }

    /// Counts a call that has ended.
    public void call(CallEvent event) {
        switch (event) {
            case CallEvent.Completed(String _, String tool, Envelope envelope) ->
                    ended(tool, "ok", envelope);
            case CallEvent.Failed(String _, String tool, Envelope envelope) ->
                    ended(
                            tool,
                            envelope.result() instanceof ToolResult.Failure failure
                                    ? failure.code().wire()
                                    : "failed",
                            envelope);
            case CallEvent.Requested _, CallEvent.Progressed _ -> {
                // Only ends are counted.
            }
        }
    }

    private void ended(String tool, String outcome, Envelope envelope) {
        calls.add(tool, outcome);
        callDurations.add(tool, envelope.took());
    }

    /// Counts what a run used and how it ended.
    ///
    /// @param agent of the session
    public void run(String agent, RunEvent event) {
        if (event instanceof RunEvent.TokenUsage(Usage usage, String model)) {
            tokens.add((double) usage.input(), model, "input");
            tokens.add((double) usage.output(), model, "output");
            tokens.add((double) usage.cacheRead(), model, "cache_read");
            tokens.add((double) usage.cacheWrite(), model, "cache_write");
        } else if (event instanceof RunEvent.Ended(RunOutcome outcome)) {
            runs.add(outcome.status().wire());
            outcome.cost().ifPresent(it -> cost.add(it, agent));
        }
    }

    /// The route of it.
    public List<Route> routes() {
        return List.of(
                Route.get("/metrics")
                        .named("server", "getMetrics", "What the server counts, for Prometheus.")
                        .needs(AccessScope.LOOK)
                        .answers(200, "text/plain", "The text format of Prometheus, 0.0.4.")
                        .by(_ ->
                                ApiResponse.bytes(
                                        200,
                                        PrometheusText.MEDIA_TYPE,
                                        text().getBytes(StandardCharsets.UTF_8))));
    }

    private String text() {
        List<Metric> all =
                new ArrayList<>(
                        List.of(
                                requests.metric(),
                                durations.metric(),
                                limited.metric(),
                                runs.metric(),
                                calls.metric(),
                                callDurations.metric(),
                                tokens.metric(),
                                cost.metric()));
        all.addAll(further);
        return PrometheusText.of(all);
    }
}
