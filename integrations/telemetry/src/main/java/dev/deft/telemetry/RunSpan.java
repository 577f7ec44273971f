package dev.deft.telemetry;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.Locale;

/// The span of a run.
final class RunSpan {

    private static final String OPERATION = "invoke_agent";

    private final Instruments instruments;
    private final String agent;
    private final Attributes what;
    private final Span span;
    private final Context context;
    private final Thread thread = Thread.currentThread();
    private final long start = System.nanoTime();

    RunSpan(TracedEngine engine, String session, String agent, ModelName model, Context parent) {
        this.instruments = engine.instruments();
        this.agent = agent;
        this.what =
                Attributes.of(
                        Keys.OPERATION,
                        OPERATION,
                        Keys.PROVIDER,
                        model.provider(),
                        Keys.AGENT,
                        agent,
                        Keys.REQUEST_MODEL,
                        model.model());
        this.span =
                engine.tracer()
                        .spanBuilder(OPERATION + " " + agent)
                        .setParent(parent)
                        .setAllAttributes(what)
                        .setAttribute(Keys.CONVERSATION, session)
                        .startSpan();
        this.context = parent.with(span);
        instruments.runBegan(what);
    }

    String agent() {
        return agent;
    }

    Span span() {
        return span;
    }

    Context context() {
        return context;
    }

    boolean isOfThisThread() {
        return thread.equals(Thread.currentThread());
    }

    /// Another agent goes on with the run, or the run has ended without a word.
    void replaced() {
        span.setAttribute(Keys.STATUS, "replaced");
        end(what);
    }

    void ended(RunOutcome outcome) {
        String status = outcome.status().name().toLowerCase(Locale.ROOT);
        span.setAttribute(Keys.STATUS, status);
        span.setAttribute(Keys.STEPS, (long) outcome.steps());
        span.setAttribute(Keys.FILES_CHANGED, (long) outcome.filesChanged().size());
        usage(span, outcome.usage());
        if (outcome.cost().isPresent()) {
            span.setAttribute(Keys.COST, outcome.cost().getAsDouble());
            instruments.cost(outcome.cost().getAsDouble(), what);
        }
        if (succeeded(outcome.status())) {
            end(what);
            return;
        }
        span.setStatus(StatusCode.ERROR);
        span.setAttribute(Keys.ERROR, status);
        end(what.toBuilder().put(Keys.ERROR, status).build());
    }

    private static boolean succeeded(RunOutcome.Status status) {
        return switch (status) {
            case DONE, RESTART -> true;
            case DENIED, LIMIT, FAILED, ABORTED -> false;
        };
    }

    static void usage(Span span, Usage usage) {
        span.setAttribute(Keys.INPUT_TOKENS, Instruments.input(usage));
        span.setAttribute(Keys.OUTPUT_TOKENS, usage.output());
        if (usage.cacheRead() > 0) {
            span.setAttribute(Keys.CACHE_READ, usage.cacheRead());
        }
        if (usage.cacheWrite() > 0) {
            span.setAttribute(Keys.CACHE_WRITE, usage.cacheWrite());
        }
    }

    private void end(Attributes result) {
        span.end();
        instruments.runEnded(Duration.ofNanos(System.nanoTime() - start), what, result);
    }
}
