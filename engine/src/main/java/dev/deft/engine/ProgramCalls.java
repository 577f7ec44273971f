package dev.deft.engine;

import dev.deft.engine.session.BusyThreads;
import dev.deft.host.ErrorCode;
import dev.deft.run.ResolvedCall;
import dev.deft.run.ToolCall;
import dev.deft.run.ToolRunner;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// The calls that a program makes in a session.
final class ProgramCalls {

    private final EngineParts engine;
    private final SessionRuns runs;
    private final BusyThreads threads;
    private final AtomicLong ids = new AtomicLong();

    ProgramCalls(EngineParts engine, SessionRuns runs, BusyThreads threads) {
        this.engine = engine;
        this.runs = runs;
        this.threads = threads;
    }

    /// An id for the next call.
    String nextId() {
        return "call_" + ids.incrementAndGet();
    }

    private ToolRunner runner() {
        return runs.parts().pipeline().runner();
    }

    /// Calls a tool and waits for it.
    Session.Answered answer(ToolCall call) {
        ToolRunner runner = runner();
        ResolvedCall resolved = resolved(runner, call);
        if (!threads.enter()) {
            return shown(resolved, over(call));
        }
        try {
            return shown(resolved, runner.run(resolved));
        } finally {
            threads.leave();
        }
    }

    /// What would happen to a call.
    ToolRunner.Explained explain(ToolCall call) {
        ToolRunner runner = runner();
        ResolvedCall _ = resolved(runner, call);
        return runner.explain(call);
    }

    /// A tool that is not known yet may be one of a server that still starts.
    private ResolvedCall resolved(ToolRunner runner, ToolCall call) {
        ResolvedCall resolved = runner.resolve(call);
        if (resolved.tool().isPresent()) {
            return resolved;
        }
        SessionRuns.awaitTools(engine);
        return runner.resolve(call);
    }

    private Session.Answered shown(ResolvedCall call, Envelope envelope) {
        return new Session.Answered(envelope, runner().dialect().render(call.tool(), envelope));
    }

    private Envelope over(ToolCall call) {
        return new Envelope(
                call.callId(),
                ToolResult.failure(ErrorCode.ABORTED, "The session is closed."),
                engine.clock().instant(),
                Duration.ZERO,
                Optional.empty(),
                List.of());
    }
}
