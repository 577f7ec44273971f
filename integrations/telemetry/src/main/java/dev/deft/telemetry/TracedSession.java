package dev.deft.telemetry;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Prompt;
import dev.deft.engine.observe.ObservedSession;
import dev.deft.engine.observe.SessionObserver;
import dev.deft.host.Shell;
import dev.deft.run.Mode;
import dev.deft.run.ResolvedCall;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.context.Context;
import java.util.Optional;

/// The spans of one session.
///
/// A run has one thread, on which its steps are and the requests of its steps; calls and commands
/// have threads of their own and find their parents by the ids of calls.
final class TracedSession implements SessionObserver {

    private final TracedEngine engine;
    private final ObservedSession session;
    private final Optional<Context> parent;
    private final Contents contents;
    private volatile Optional<RunSpan> run = Optional.empty();
    private volatile Optional<StepSpan> current = Optional.empty();

    /// @param parent the call that started this session
    TracedSession(
            TracedEngine engine,
            ObservedSession session,
            Optional<Context> parent,
            Contents contents) {
        this.engine = engine;
        this.session = session;
        this.parent = parent;
        this.contents = contents;
    }

    @Override
    public void event(RunEvent event) {
        switch (event) {
            case RunEvent.Session begun -> begin(begun);
            case RunEvent.Ended(RunOutcome outcome) -> end(outcome);
            case RunEvent.Retry retry ->
                    working()
                            .addEvent(
                                    "deft.retry",
                                    Attributes.of(Keys.ATTEMPT, (long) retry.attempt()));
            case RunEvent.Compacted _ -> working().addEvent("deft.compacted");
            case RunEvent.Text _,
                    RunEvent.Reasoning _,
                    RunEvent.ToolCall _,
                    RunEvent.ToolProgress _,
                    RunEvent.ToolResult _,
                    RunEvent.ApprovalRequested _,
                    RunEvent.QuestionsAsked _,
                    RunEvent.TokenUsage _,
                    RunEvent.Attached _,
                    RunEvent.Message _,
                    RunEvent.Warning _ -> {}
        }
    }

    private void begin(RunEvent.Session begun) {
        run.ifPresent(RunSpan::replaced);
        run =
                Optional.of(
                        new RunSpan(
                                engine,
                                session.id(),
                                begun.agent(),
                                ModelName.of(begun.model()),
                                parent.orElseGet(Context::current)));
    }

    private void end(RunOutcome outcome) {
        run.ifPresent(it -> it.ended(outcome));
        run = Optional.empty();
    }

    @Override
    public ObservedStep step(int number) {
        Span span =
                begin("step " + number, inRun()).setAttribute(Keys.STEP, (long) number).startSpan();
        var step = new StepSpan(span, inRun().with(span), Thread.currentThread());
        current = Optional.of(step);
        return () -> {
            current = Optional.empty();
            span.end();
        };
    }

    @Override
    public ObservedRequest request(String model, Prompt prompt) {
        return new RequestSpan(this, inStep(), ModelName.of(model), prompt);
    }

    @Override
    public ObservedRequest request(String callId, String model, Prompt prompt) {
        return new RequestSpan(this, inCall(callId), ModelName.of(model), prompt);
    }

    @Override
    public ObservedCall begin(ResolvedCall call) {
        return new CallSpan(this, parent(call), call);
    }

    @Override
    public ObservedCommand command(
            String callId, Mode mode, Shell.Command command, boolean background) {
        return new CommandSpan(this, inCall(callId), mode, command, background);
    }

    TracedEngine engine() {
        return engine;
    }

    String id() {
        return session.id();
    }

    /// The agent that works now.
    String agent() {
        return run.map(RunSpan::agent).orElseGet(session::agent);
    }

    Contents contents() {
        return contents;
    }

    /// A span of this session that has not begun.
    SpanBuilder begin(String name, Context within) {
        return engine.tracer()
                .spanBuilder(name)
                .setParent(within)
                .setAttribute(Keys.CONVERSATION, session.id());
    }

    /// Calls within a call have its id with a number. Calls that no answer of the model has are
    /// made by a program, whose span is the current one.
    private Context parent(ResolvedCall call) {
        int dot = call.callId().lastIndexOf('.');
        Optional<Context> around =
                dot < 0
                        ? Optional.empty()
                        : engine.call(session.id(), call.callId().substring(0, dot));
        if (around.isPresent()) {
            return around.get();
        }
        if (call.call().origin().messageId().isPresent()) {
            return current.map(StepSpan::context).orElseGet(this::inRun);
        }
        return run.filter(RunSpan::isOfThisThread)
                .map(RunSpan::context)
                .orElseGet(Context::current);
    }

    private Context inCall(String callId) {
        return engine.call(session.id(), callId).orElseGet(this::inStep);
    }

    /// A title is asked for beside the step.
    private Context inStep() {
        return current.filter(it -> it.thread().equals(Thread.currentThread()))
                .map(StepSpan::context)
                .orElseGet(this::inRun);
    }

    private Context inRun() {
        return run.map(RunSpan::context).or(() -> parent).orElseGet(Context::current);
    }

    /// The span of the step, or of the run between two steps.
    private Span working() {
        return current.map(StepSpan::span)
                .or(() -> run.map(RunSpan::span))
                .orElseGet(Span::getInvalid);
    }

    private record StepSpan(Span span, Context context, Thread thread) {}
}
