package dev.deft.run;

import dev.deft.host.HostException;
import dev.deft.output.ResultMasking;
import dev.deft.reference.NamedResults;
import dev.deft.reference.RefsTool;
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

/// The call pipeline. Every call is resolved, validated, judged by the gates, recorded, executed,
/// truncated and recorded again. Errors are returned as envelopes, never thrown.
public final class ToolRunner {

    private final PipelineParts parts;
    private final Intake intake;
    private final Execution execution;
    private final ResultMasking masking;
    private final ToolStats stats;

    public ToolRunner(PipelineParts parts) {
        this(parts, new ToolStats());
    }

    /// @param parts what the pipeline consists of
    /// @param stats counts the calls
    public ToolRunner(PipelineParts parts, ToolStats stats) {
        this.parts = parts;
        this.stats = stats;
        this.masking = new ResultMasking(parts.settings().mask());
        this.intake =
                new Intake(
                        parts.dialect(),
                        parts.foreign(),
                        parts.hosts()::variables,
                        parts.references());
        this.execution = new Execution(parts.hosts(), parts.events(), parts.settings());
    }

    public Dialect dialect() {
        return parts.dialect();
    }

    /// Looks up the tool of a call, ignoring case if there is no exact match.
    public ResolvedCall resolve(ToolCall call) {
        return new ResolvedCall(call, intake.resolve(call.tool()));
    }

    /// The named results of the session.
    public NamedResults references() {
        return parts.references();
    }

    public ToolStats stats() {
        return stats;
    }

    public Envelope run(ToolCall call) {
        return run(resolve(call));
    }

    public Envelope run(ResolvedCall resolved) {
        ToolCall call = resolved.call();
        parts.events()
                .publish(new CallEvent.Requested(call.callId(), call.tool(), call.arguments()));
        Instant started = parts.settings().clock().instant();
        CallObserver.ObservedCall observed = parts.observer().begin(resolved);
        long from = System.nanoTime();
        Execution.Outcome outcome = named(resolved, new Running(resolved, observed).result());
        Duration took = Duration.ofNanos(System.nanoTime() - from);
        var envelope =
                new Envelope(
                        call.callId(),
                        outcome.masked() ? outcome.result() : masking.of(outcome.result()),
                        started,
                        took,
                        outcome.sidecar(),
                        masking.notes(outcome.notes()));
        Envelope ended = finished(resolved, recorded(resolved, envelope));
        observed.ended(ended);
        return ended;
    }

    /// Names a result that was cut, so that another call can take all of it.
    private Execution.Outcome named(ResolvedCall call, Execution.Outcome outcome) {
        if (outcome.sidecar().isEmpty()
                || call.tool().map(it -> it.tool() instanceof RefsTool).orElse(false)
                || !(outcome.result() instanceof ToolResult.Output output)) {
            return outcome;
        }
        try {
            String id = call.tool().map(it -> it.spec().id()).orElseGet(call::name);
            Optional<String> name = parts.references().issue(id, outcome.sidecar().get());
            return name.isPresent()
                    ? outcome.withMetadata(
                            output, NamedResults.FIELD, masking.mask().text(name.get()))
                    : outcome;
        } catch (IOException _) {
            // The result is complete without a name.
            return outcome;
        }
    }

    private Envelope recorded(ResolvedCall resolved, Envelope envelope) {
        try {
            parts.journal().result(resolved.call(), resolved.tool(), envelope);
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

    /// Updates the statistics before publishing the event.
    private Envelope finished(ResolvedCall resolved, Envelope envelope) {
        String callId = resolved.callId();
        String name = resolved.name();
        stats.count(name, envelope.took(), envelope.failed());
        parts.events()
                .publish(
                        envelope.failed()
                                ? new CallEvent.Failed(callId, name, envelope)
                                : new CallEvent.Completed(callId, name, envelope));
        return envelope;
    }

    /// Judges a call without running it.
    public Explained explain(ToolCall call) {
        return new Explaining(resolve(call)).result();
    }

    /// The verdict of each gate, or why the call was rejected before the gates.
    public record Explained(List<Gates.GateVerdict> verdicts, Optional<Failure> rejected) {

        public Explained {
            verdicts = List.copyOf(verdicts);
        }
    }

    /// Runs a call.
    private final class Running extends ThrowingSupplier<Execution.Outcome> {

        private final ToolCall call;
        private final Optional<DialectTool> tool;
        private final CallObserver.ObservedCall observed;

        Running(ResolvedCall resolved, CallObserver.ObservedCall observed) {
            super("The call was aborted before it started.");
            this.call = resolved.call();
            this.tool = resolved.tool();
            this.observed = observed;
        }

        @Override
        Execution.Outcome perform() throws IOException, InterruptedException {
            if (tool.isEmpty()) {
                return failed(intake.unknown(call.tool()));
            }
            Intake.Accepted accepted =
                    intake.accept(call, tool.get(), parts.hosts().pathResolver());
            return accepted instanceof Intake.Ready(PreparedCall<?> prepared, List<String> notes)
                    ? admitAndExecute(prepared).withNotes(notes)
                    : failed(((Intake.Rejected) accepted).why());
        }

        private Execution.Outcome admitAndExecute(PreparedCall<?> prepared)
                throws IOException, InterruptedException {
            observed.judging();
            Gates.Decision judged = parts.gates().judge(prepared);
            if (!judged.isOpen()) {
                return recordAndExecute(prepared, judged);
            }
            if (judged.mode() == Mode.OUTSIDE) {
                // What it does out there cannot be tried without effect.
                return recordAndExecute(prepared, ask(prepared, judged, Optional.empty()));
            }
            try (Execution.DryRun dry = execution.dryRun(prepared)) {
                return recordAndExecute(prepared, ask(prepared, judged, dry.preview()));
            }
        }

        private Gates.Decision ask(
                PreparedCall<?> prepared, Gates.Decision open, Optional<String> preview)
                throws IOException, InterruptedException {
            observed.asking();
            return parts.gates().ask(prepared, open, preview);
        }

        private Execution.Outcome recordAndExecute(PreparedCall<?> prepared, Gates.Decision judged)
                throws IOException, InterruptedException {
            Gates.Decision decision = parts.gates().admit(prepared, judged);
            observed.decided(decision);
            CallJournal.Intent intent;
            try {
                parts.journal().decision(call, decision);
                if (decision.denied().isPresent()) {
                    return Execution.Outcome.of(decision.denied().get());
                }
                intent = parts.journal().intent(call, prepared);
            } catch (IOException e) {
                return Execution.Outcome.of(ThrowingSupplier.unrecorded(e));
            }
            Execution.Outcome outcome =
                    execution.run(prepared.in(decision.mode()), () -> await(intent));
            return outcome.lookModeFailure().isPresent()
                    ? offerFullMode(prepared, decision, outcome)
                    : outcome;
        }

        /// The tool did not act yet, so a call that cannot be recorded did nothing.
        private static void await(CallJournal.Intent intent) throws HostException {
            try {
                intent.await();
            } catch (IOException e) {
                Failure unrecorded = ThrowingSupplier.unrecorded(e);
                throw new HostException(unrecorded.code(), unrecorded.message());
            }
        }

        /// Offers the approver to rerun a call in full mode if it failed because of look mode.
        private Execution.Outcome offerFullMode(
                PreparedCall<?> prepared, Gates.Decision first, Execution.Outcome outcome)
                throws IOException, InterruptedException {
            LookModeFailure failure = outcome.lookModeFailure().orElseThrow();
            if (!failure.failed()) {
                return outcome.withLine(LookModeNote.of(first.fullModeRules()));
            }
            observed.judging();
            Optional<Gates.Decision> again =
                    parts.gates().judgeInFullMode(prepared, first, failure);
            if (again.isEmpty()) {
                observed.decided(first);
                return outcome.withLine(LookModeNote.of(first.fullModeRules()));
            }
            if (!again.get().isOpen()) {
                return rerun(prepared, again.get(), outcome);
            }
            try (Execution.DryRun dry = execution.dryRun(prepared)) {
                return rerun(prepared, ask(prepared, again.get(), dry.preview()), outcome);
            }
        }

        private Execution.Outcome rerun(
                PreparedCall<?> prepared, Gates.Decision again, Execution.Outcome outcome)
                throws IOException, InterruptedException {
            observed.decided(again);
            parts.journal().rerunDecision(call, again);
            if (again.denied().isEmpty()) {
                return execution.run(prepared, CallJournal.Intent.DURABLE);
            }
            return outcome.withLine(
                    again.answer().equals(Optional.of(Approval.REJECT))
                            ? LookModeNote.REJECTED
                            : LookModeNote.denied(again.denied().get()));
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

    /// Judges a call.
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
            Intake.Accepted accepted =
                    intake.accept(call, tool.get(), parts.hosts().pathResolver());
            return accepted instanceof Intake.Ready(PreparedCall<?> prepared, List<String> _)
                    ? new Explained(parts.gates().explain(prepared), Optional.empty())
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
        return "call " + call.callId() + " of " + call.tool() + " failed unexpectedly";
    }
}
