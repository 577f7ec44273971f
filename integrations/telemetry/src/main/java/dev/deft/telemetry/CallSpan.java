package dev.deft.telemetry;

import dev.deft.host.ErrorCode;
import dev.deft.run.CallObserver;
import dev.deft.run.Gates;
import dev.deft.run.ResolvedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// The span of a call, with those of its gates and of the wait for an approval.
final class CallSpan implements CallObserver.ObservedCall {

    private static final String OPERATION = "execute_tool";

    /// The model may have made up any name, so that of a tool nobody has is not reported.
    private static final String UNKNOWN = "unknown";

    private static final int MAX_ID = 128;

    private final TracedSession session;
    private final ResolvedCall call;
    private final String tool;
    private final Span span;
    private final Context context;
    private volatile Optional<Span> gates = Optional.empty();
    private volatile Optional<Approval> approval = Optional.empty();

    CallSpan(TracedSession session, Context parent, ResolvedCall call) {
        this.session = session;
        this.call = call;
        this.tool = call.tool().isPresent() ? call.name() : UNKNOWN;
        this.span =
                session.begin(OPERATION + " " + tool, parent)
                        .setAttribute(Keys.OPERATION, OPERATION)
                        .setAttribute(Keys.TOOL, tool)
                        .setAttribute(Keys.TOOL_TYPE, "function")
                        .setAttribute(Keys.CALL_ID, bounded(call.callId()))
                        .setAttribute(Keys.AGENT, session.agent())
                        .startSpan();
        this.context = parent.with(span);
        session.contents().arguments(span, call.call());
        session.engine().callBegan(session.id(), call.callId(), context);
    }

    private static String bounded(String id) {
        return id.length() <= MAX_ID ? id : id.substring(0, MAX_ID);
    }

    @Override
    public void judging() {
        gates =
                Optional.of(
                        session.begin("gates", context).setAttribute(Keys.TOOL, tool).startSpan());
    }

    @Override
    public void asking() {
        Context around = gates.map(it -> context.with(it)).orElse(context);
        approval =
                Optional.of(
                        new Approval(
                                session.begin("approval", around)
                                        .setAttribute(Keys.TOOL, tool)
                                        .startSpan(),
                                System.nanoTime()));
    }

    @Override
    public void decided(Gates.Decision decision) {
        String outcome = decision.denied().isPresent() ? "deny" : "allow";
        Optional<String> answer =
                decision.answer().map(it -> it.kind().name().toLowerCase(Locale.ROOT));
        approval.ifPresent(it -> it.end(answer.orElse("none")));
        approval = Optional.empty();
        gates.ifPresent(it -> {
            decision.verdicts().forEach(one -> verdict(it, one));
            it.setAttribute(Keys.DECISION, outcome);
            it.setAttribute(Keys.MODE, decision.mode().wire());
            answer.ifPresent(said -> it.setAttribute(Keys.ANSWER, said));
            it.end();
        });
        gates = Optional.empty();
        AttributesBuilder what = Attributes.builder().put(Keys.DECISION, outcome);
        deciding(decision).ifPresent(it -> what.put(Keys.GATE, it));
        session.engine().instruments().decision(what.build());
    }

    /// Gates that simply allow a call are not worth a word.
    private static void verdict(Span span, Gates.GateVerdict verdict) {
        if (!(verdict.verdict() instanceof Verdict.Allow)) {
            span.addEvent(
                    "deft.gate.verdict",
                    Attributes.of(
                            Keys.GATE, verdict.gate(), Keys.VERDICT, word(verdict.verdict())));
        }
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Look _ -> "look";
            case Verdict.Allow _, Verdict.Ask _, Verdict.Deny _ -> verdict.says();
        };
    }

    private static Optional<String> deciding(Gates.Decision decision) {
        return decision.verdicts().stream()
                .filter(it -> it.verdict() instanceof Verdict.Deny)
                .map(Gates.GateVerdict::gate)
                .findFirst();
    }

    @Override
    public void ended(Envelope envelope) {
        session.engine().callEnded(session.id(), call.callId());
        approval.ifPresent(it -> it.end("none"));
        gates.ifPresent(Span::end);
        AttributesBuilder what =
                Attributes.builder()
                        .put(Keys.TOOL, tool)
                        .put(Keys.TOOL_TYPE, "function")
                        .put(Keys.AGENT, session.agent());
        if (envelope.result() instanceof ToolResult.Failure(ErrorCode code, String _)) {
            span.setStatus(StatusCode.ERROR);
            span.setAttribute(Keys.ERROR, code.wire());
            what.put(Keys.ERROR, code.wire());
        }
        if (envelope.sidecar().isPresent()) {
            span.setAttribute(Keys.TRUNCATED, true);
        }
        session.contents().result(span, envelope);
        span.end();
        session.engine().instruments().call(envelope.took(), what.build());
    }

    /// The wait for an approval.
    private final class Approval {

        private final Span wait;
        private final long start;

        Approval(Span wait, long start) {
            this.wait = wait;
            this.start = start;
        }

        void end(String answer) {
            wait.setAttribute(Keys.ANSWER, answer);
            wait.end();
            session.engine()
                    .instruments()
                    .approval(
                            Duration.ofNanos(System.nanoTime() - start),
                            Attributes.of(Keys.ANSWER, answer));
        }
    }
}
