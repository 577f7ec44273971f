package dev.deft.run;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
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

    private final Road road;
    private final Intake intake;
    private final Execution execution;
    private final Masking masking;
    private final ToolStats stats;

    public ToolRunner(Road road) {
        this(road, new ToolStats());
    }

    /// @param stats counts the calls
    public ToolRunner(Road road, ToolStats stats) {
        this.road = road;
        this.stats = stats;
        this.masking = new Masking(road.mask());
        this.intake = new Intake(road.dialect(), road.foreign(), road.hosts()::variables);
        this.execution = new Execution(road.hosts(), road.events(), road.atOnce(), road.mask());
    }

    public Dialect dialect() {
        return road.dialect();
    }

    /// The tool a name means, also in another case.
    public Optional<DialectTool> resolve(String name) {
        return intake.resolve(name);
    }

    public ToolStats stats() {
        return stats;
    }

    public Envelope run(ToolCall call) {
        road.events()
                .publish(new CallEvent.Requested(call.callId(), call.tool(), call.arguments()));
        Instant started = road.clock().instant();
        long from = System.nanoTime();
        Optional<DialectTool> tool = intake.resolve(call.tool());
        Execution.Outcome outcome = outcomeOf(call, tool);
        Duration took = Duration.ofNanos(System.nanoTime() - from);
        var envelope =
                new Envelope(
                        call.callId(),
                        outcome.result(),
                        started,
                        took,
                        outcome.sidecar(),
                        outcome.notes());
        return finished(call, tool, recorded(call, tool, masking.of(envelope)));
    }

    private Execution.Outcome outcomeOf(ToolCall call, Optional<DialectTool> tool) {
        try {
            if (tool.isEmpty()) {
                return Execution.Outcome.of(intake.unknown(call.tool()));
            }
            Intake.Accepted accepted = intake.accept(call, tool.get(), road.hosts().scout());
            return accepted instanceof Intake.Ready(Prepared<?> prepared, List<String> notes)
                    ? admitAndExecute(call, prepared).noting(notes)
                    : Execution.Outcome.of(((Intake.Rejected) accepted).why());
        } catch (HostException e) {
            return Execution.Outcome.of(failure(e.code(), String.valueOf(e.getMessage())));
        } catch (IOException e) {
            return Execution.Outcome.of(
                    failure(ErrorCode.IO_ERROR, String.valueOf(e.getMessage())));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Execution.Outcome.of(
                    failure(ErrorCode.ABORTED, "The call was aborted before it started."));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return Execution.Outcome.of(broken(call, e));
        }
    }

    private static Failure broken(ToolCall call, Throwable e) {
        Trouble.log(
                System.Logger.Level.ERROR,
                () -> "call " + call.callId() + " of " + call.tool() + " broke",
                e);
        return Execution.BROKEN;
    }

    private Execution.Outcome admitAndExecute(ToolCall call, Prepared<?> prepared)
            throws IOException, InterruptedException {
        Gates.Decision decision = road.gates().decide(prepared);
        try {
            road.journal().decision(call, decision);
            if (decision.denied().isPresent()) {
                return Execution.Outcome.of(decision.denied().get());
            }
            road.journal().intent(call, prepared);
        } catch (IOException e) {
            return Execution.Outcome.of(
                    failure(
                            ErrorCode.IO_ERROR,
                            "Nothing ran, since the call could not be recorded first: "
                                    + e.getMessage()));
        }
        Execution.Outcome outcome = execution.run(prepared.in(decision.mode()));
        return outcome.shortfall().isPresent()
                ? beyondLooking(call, prepared, decision, outcome)
                : outcome;
    }

    /// A call that needed more than look mode gave it: a person may let it run again, in full.
    private Execution.Outcome beyondLooking(
            ToolCall call, Prepared<?> prepared, Gates.Decision looked, Execution.Outcome outcome)
            throws IOException, InterruptedException {
        Shortfall shortfall = outcome.shortfall().orElseThrow();
        Optional<Gates.Decision> asked =
                shortfall.failed()
                        ? road.gates().beyond(prepared, looked, shortfall)
                        : Optional.empty();
        if (asked.isEmpty()) {
            return outcome.noted(LookNote.of(looked.beyond()));
        }
        road.journal().again(call, asked.get());
        if (asked.get().denied().isPresent()) {
            return outcome.noted(LookNote.REFUSED);
        }
        return execution.run(prepared);
    }

    private Envelope recorded(ToolCall call, Optional<DialectTool> tool, Envelope envelope) {
        try {
            road.journal().result(call, tool, envelope);
            return envelope;
        } catch (IOException e) {
            ToolResult lost =
                    envelope.result() instanceof Failure failed
                            ? failed
                            : failure(
                                    ErrorCode.IO_ERROR,
                                    "The call ended, but its result could not be recorded: "
                                            + e.getMessage());
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
    private Envelope finished(ToolCall call, Optional<DialectTool> tool, Envelope envelope) {
        String name = tool.map(DialectTool::name).orElse(call.tool());
        stats.count(name, envelope.took(), envelope.failed());
        road.events()
                .publish(
                        envelope.failed()
                                ? new CallEvent.Failed(call.callId(), name, envelope)
                                : new CallEvent.Completed(call.callId(), name, envelope));
        return envelope;
    }

    /// What would happen to a call, without doing it.
    public Explained explain(ToolCall call) {
        Optional<DialectTool> tool = intake.resolve(call.tool());
        try {
            if (tool.isEmpty()) {
                return new Explained(List.of(), Optional.of(intake.unknown(call.tool())));
            }
            return switch (intake.accept(call, tool.get(), road.hosts().scout())) {
                case Intake.Rejected(Failure why) -> new Explained(List.of(), Optional.of(why));
                case Intake.Ready(Prepared<?> prepared, List<String> _) ->
                        new Explained(road.gates().explain(prepared), Optional.empty());
            };
        } catch (IOException e) {
            return new Explained(
                    List.of(),
                    Optional.of(failure(ErrorCode.IO_ERROR, String.valueOf(e.getMessage()))));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Explained(List.of(), Optional.of(failure(ErrorCode.ABORTED, "Aborted.")));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return new Explained(List.of(), Optional.of(broken(call, e)));
        }
    }

    /// What each gate would say, or why the call does not get as far as the gates.
    public record Explained(List<Gates.Judged> judged, Optional<Failure> rejected) {

        public Explained {
            judged = List.copyOf(judged);
        }
    }
}
