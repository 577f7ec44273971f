package dev.deft.batch;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.run.CallOrigin;
import dev.deft.run.Delegating;
import dev.deft.run.ResolvedCall;
import dev.deft.run.StepRunner;
import dev.deft.run.ToolCall;
import dev.deft.run.ToolRunner;
import dev.deft.tool.Envelope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs the calls of a batch through a pipeline.
///
/// @param callId of the batch, with which those of its calls begin
/// @param origin of the batch
public record StepBatch(ToolRunner runner, String callId, CallOrigin origin, InstantSource clock)
        implements BatchCalls {

    @Override
    public List<Answer> run(List<Request> requests) {
        List<ResolvedCall> all = new ArrayList<>();
        for (Request it : requests) {
            var call = ToolCall.of(callId + "." + (all.size() + 1), it.tool(), it.arguments());
            all.add(runner.resolve(call.withOrigin(origin)));
        }
        List<ResolvedCall> allowed = all.stream().filter(it -> !isBatch(it)).toList();
        List<Envelope> results = new StepRunner(runner, (_, _) -> {}).runResolved(allowed);
        List<Answer> answers = new ArrayList<>();
        int next = 0;
        for (ResolvedCall it : all) {
            answers.add(answer(it, isBatch(it) ? refused(it) : results.get(next)));
            next += isBatch(it) ? 0 : 1;
        }
        return answers;
    }

    private static boolean isBatch(ResolvedCall call) {
        return call.tool().map(it -> it.tool() instanceof Delegating).orElse(false);
    }

    private Envelope refused(ResolvedCall call) {
        return new Envelope(
                call.callId(),
                failure(
                        ErrorCode.INVALID_ARGUMENTS,
                        "A batch cannot contain a batch; put all calls into one list."),
                clock.instant(),
                Duration.ZERO,
                Optional.empty());
    }

    private Answer answer(ResolvedCall call, Envelope envelope) {
        return new Answer(
                call.name(),
                envelope,
                runner.dialect().render(call.tool(), envelope),
                runner.dialect().modelText(call.tool(), envelope));
    }
}
