package dev.deft.run;

import dev.deft.output.ResultMasking;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ToolStats;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolResult.Failure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The one road of every call: resolve, validate, gates, record, execute, bound, record. It throws
/// nothing: whatever happens, an envelope comes back.
public final class ToolRunner {

    private final PipelineParts road;
    private final Intake intake;
    private final Execution execution;
    private final ResultMasking masking;
    private final ToolStats stats;

    public ToolRunner(PipelineParts road) {
        this(road, new ToolStats());
    }

    /// @param stats counts the calls
    public ToolRunner(PipelineParts road, ToolStats stats) {
        this.road = road;
        this.stats = stats;
        this.masking = new ResultMasking(road.settings().mask());
        this.intake = new Intake(road.dialect(), road.foreign(), road.hosts()::variables);
        this.execution = new Execution(road.hosts(), road.events(), road.settings());
    }

    public Dialect dialect() {
        return road.dialect();
    }

    /// Looks up the tool of a call, also in another case, for those who need it besides the result.
    public ResolvedCall resolve(ToolCall call) {
        return new ResolvedCall(call, intake.resolve(call.tool()));
    }

    public ToolStats stats() {
        return stats;
    }

    public Envelope run(ToolCall call) {
        return run(resolve(call));
    }

    public Envelope run(ResolvedCall resolved) {
        ToolCall call = resolved.call();
        road.events()
                .publish(new CallEvent.Requested(call.callId(), call.tool(), call.arguments()));
        Instant started = road.settings().clock().instant();
        long from = System.nanoTime();
        Execution.Outcome outcome = new Answering(resolved).result();
        Duration took = Duration.ofNanos(System.nanoTime() - from);
        var envelope =
                new Envelope(
                        call.callId(),
                        outcome.result(),
                        started,
                        took,
                        outcome.sidecar(),
                        outcome.notes());
        return finished(resolved, recorded(resolved, masking.of(envelope)));
    }

    private Execution.Outcome admitAndExecute(ToolCall call, PreparedCall<?> prepared)
            throws IOException, InterruptedException {
        Gates.Decision judged = road.gates().judge(prepared);
        if (!judged.isOpen()) {
            return recordAndExecute(call, prepared, judged);
        }
        try (Execution.DryRun dry = execution.dryRun(prepared)) {
            return recordAndExecute(
                    call, prepared, road.gates().ask(prepared, judged, dry.preview()));
        }
    }

    private Execution.Outcome recordAndExecute(
            ToolCall call, PreparedCall<?> prepared, Gates.Decision judged)
            throws IOException, InterruptedException {
        Gates.Decision decision = road.gates().admit(prepared, judged);
        try {
            road.journal().decision(call, decision);
            if (decision.denied().isPresent()) {
                return Execution.Outcome.of(decision.denied().get());
            }
            road.journal().intent(call, prepared);
        } catch (IOException e) {
            return Execution.Outcome.of(ThrowingSupplier.unrecorded(e));
        }
        Execution.Outcome outcome = execution.run(prepared.in(decision.mode()));
        return outcome.lookModeFailure().isPresent()
                ? beyondLooking(call, prepared, decision, outcome)
                : outcome;
    }

    /// A call that needed more than look mode gave it: a person may let it run again, in full.
    private Execution.Outcome beyondLooking(
            ToolCall call,
            PreparedCall<?> prepared,
            Gates.Decision looked,
            Execution.Outcome outcome)
            throws IOException, InterruptedException {
        LookModeFailure shortfall = outcome.lookModeFailure().orElseThrow();
        Optional<Gates.Decision> again =
                shortfall.failed()
                        ? road.gates().judgeInFullMode(prepared, looked, shortfall)
                        : Optional.empty();
        if (again.isEmpty()) {
            return outcome.withLine(LookModeNote.of(looked.fullModeRules()));
        }
        if (!again.get().isOpen()) {
            return executeAgain(call, prepared, again.get(), outcome);
        }
        try (Execution.DryRun dry = execution.dryRun(prepared)) {
            return executeAgain(
                    call,
                    prepared,
                    road.gates().ask(prepared, again.get(), dry.preview()),
                    outcome);
        }
    }

    private Execution.Outcome executeAgain(
            ToolCall call,
            PreparedCall<?> prepared,
            Gates.Decision again,
            Execution.Outcome outcome)
            throws IOException, InterruptedException {
        road.journal().rerunDecision(call, again);
        return again.denied().isPresent()
                ? outcome.withLine(LookModeNote.REJECTED)
                : execution.run(prepared);
    }

    private Envelope recorded(ResolvedCall resolved, Envelope envelope) {
        try {
            road.journal().result(resolved.call(), resolved.tool(), envelope);
            return envelope;
        } catch (IOException e) {
            ToolResult lost =
                    envelope.result() instanceof Failure failed
                            ? failed
                            : ThrowingSupplier.unrecordedResult(e);
            return new Envelope(
                    envelope.callId(),
                    lost,
                    envelope.started(),
                    envelope.took(),
                    envelope.sidecar(),
                    envelope.notes());
        }
    }

    /// State first, then the event that tells of it.
    private Envelope finished(ResolvedCall resolved, Envelope envelope) {
        String callId = resolved.callId();
        String name = resolved.name();
        stats.count(name, envelope.took(), envelope.failed());
        road.events()
                .publish(
                        envelope.failed()
                                ? new CallEvent.Failed(callId, name, envelope)
                                : new CallEvent.Completed(callId, name, envelope));
        return envelope;
    }

    /// What would happen to a call, without doing it.
    public Explained explain(ToolCall call) {
        return new Explaining(resolve(call)).result();
    }

    /// What each gate would say, or why the call does not get as far as the gates.
    public record Explained(List<Gates.GateVerdict> verdicts, Optional<Failure> rejected) {

        public Explained {
            verdicts = List.copyOf(verdicts);
        }
    }

    /// A call on its way through the gates to its end.
    private final class Answering extends ThrowingSupplier<Execution.Outcome> {

        private final ToolCall call;
        private final Optional<DialectTool> tool;

        Answering(ResolvedCall resolved) {
            super("The call was aborted before it started.");
            this.call = resolved.call();
            this.tool = resolved.tool();
        }

        @Override
        Execution.Outcome perform() throws IOException, InterruptedException {
            if (tool.isEmpty()) {
                return failed(intake.unknown(call.tool()));
            }
            Intake.Accepted accepted = intake.accept(call, tool.get(), road.hosts().pathResolver());
            return accepted instanceof Intake.Ready(PreparedCall<?> prepared, List<String> notes)
                    ? admitAndExecute(call, prepared).withNotes(notes)
                    : failed(((Intake.Rejected) accepted).why());
        }

        @Override
        Execution.Outcome failed(Failure why) {
            return Execution.Outcome.of(why);
        }

        @Override
        String broken() {
            return ToolRunner.broken(call);
        }
    }

    /// A call that is only judged.
    private final class Explaining extends ThrowingSupplier<Explained> {

        private final ToolCall call;
        private final Optional<DialectTool> tool;

        Explaining(ResolvedCall resolved) {
            super("Aborted.");
            this.call = resolved.call();
            this.tool = resolved.tool();
        }

        @Override
        Explained perform() throws IOException, InterruptedException {
            if (tool.isEmpty()) {
                return failed(intake.unknown(call.tool()));
            }
            Intake.Accepted accepted = intake.accept(call, tool.get(), road.hosts().pathResolver());
            return accepted instanceof Intake.Ready(PreparedCall<?> prepared, List<String> _)
                    ? new Explained(road.gates().explain(prepared), Optional.empty())
                    : failed(((Intake.Rejected) accepted).why());
        }

        @Override
        Explained failed(Failure why) {
            return new Explained(List.of(), Optional.of(why));
        }

        @Override
        String broken() {
            return ToolRunner.broken(call);
        }
    }

    private static String broken(ToolCall call) {
        return "call " + call.callId() + " of " + call.tool() + " broke";
    }
}
