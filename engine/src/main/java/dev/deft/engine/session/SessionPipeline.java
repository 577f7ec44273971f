package dev.deft.engine.session;

import dev.deft.batch.BatchCalls;
import dev.deft.batch.StepBatch;
import dev.deft.run.ToolRunner;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/// The pipeline of a session for the handles of its calls, which are made before it.
public final class SessionPipeline {

    private final InstantSource clock;
    private final AtomicReference<ToolRunner> runner = new AtomicReference<>();

    /// @param clock of the engine
    public SessionPipeline(InstantSource clock) {
        this.clock = clock;
    }

    /// Sets the pipeline, before the first call.
    public ToolRunner runs(ToolRunner made) {
        runner.set(made);
        return made;
    }

    /// Runs calls within a call.
    public BatchCalls batch(SessionHandles.OpenCall call) {
        return new StepBatch(runner.get(), call.call().callId(), call.call().origin(), clock);
    }
}
