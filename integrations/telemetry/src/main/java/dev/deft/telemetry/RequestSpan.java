package dev.deft.telemetry;

import dev.deft.agent.loop.RequestObserver;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Prompt;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.List;

/// The span of a request to a model.
final class RequestSpan implements RequestObserver.ObservedRequest {

    private static final String OPERATION = "chat";

    private final Instruments instruments;
    private final Contents contents;
    private final Attributes what;
    private final Span span;
    private final long start = System.nanoTime();

    RequestSpan(TracedSession session, Context parent, ModelName model, Prompt prompt) {
        this.instruments = session.engine().instruments();
        this.contents = session.contents();
        this.what =
                Attributes.of(
                        Keys.OPERATION,
                        OPERATION,
                        Keys.PROVIDER,
                        model.provider(),
                        Keys.REQUEST_MODEL,
                        model.model());
        SpanBuilder builder =
                session.begin(OPERATION + " " + model.model(), parent)
                        .setSpanKind(SpanKind.CLIENT)
                        .setAllAttributes(what)
                        .setAttribute(Keys.AGENT, session.agent())
                        .setAttribute(Keys.MAX_TOKENS, (long) prompt.maxTokens());
        prompt.sampling().temperature().ifPresent(it -> builder.setAttribute(Keys.TEMPERATURE, it));
        prompt.sampling().topP().ifPresent(it -> builder.setAttribute(Keys.TOP_P, it));
        this.span = builder.startSpan();
        contents.prompt(span, prompt);
    }

    @Override
    public void arriving() {
        span.setAttribute(Keys.FIRST_CHUNK, Instruments.seconds(elapsed()));
    }

    @Override
    public void answered(Answer answer) {
        span.setAttribute(Keys.RESPONSE_MODEL, answer.model());
        span.setAttribute(Keys.FINISH_REASONS, List.of(reason(answer.stop())));
        RunSpan.usage(span, answer.usage());
        contents.answer(span, answer.message());
        span.end();
        Attributes known = what.toBuilder().put(Keys.RESPONSE_MODEL, answer.model()).build();
        instruments.request(elapsed(), known);
        if (!answer.usage().estimated()) {
            instruments.usage(answer.usage(), known);
        }
    }

    private static String reason(Answer.Stop stop) {
        return switch (stop) {
            case DONE -> "stop";
            case CALLS -> "tool_calls";
            case LENGTH -> "length";
            case REFUSED -> "content_filter";
            case UNHEARD -> "error";
        };
    }

    @Override
    public void failed(String why) {
        span.setStatus(StatusCode.ERROR);
        span.setAttribute(Keys.ERROR, why);
        span.end();
        instruments.request(elapsed(), what.toBuilder().put(Keys.ERROR, why).build());
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
