package dev.deft.run;

import dev.deft.tool.Envelope;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs the calls of one model turn side by side and answers them in the order they were asked.
public final class TurnRunner {

    private final ToolRunner runner;

    public TurnRunner(ToolRunner runner) {
        this.runner = runner;
    }

    /// Waits for every call. When the turn is cancelled, so is each call that still runs.
    public List<Envelope> run(List<ToolCall> calls) throws InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(calls.stream().map(this::task).toList()).stream()
                    .map(Future::resultNow)
                    .toList();
        }
    }

    private Callable<Envelope> task(ToolCall call) {
        return () -> runner.run(call);
    }
}
