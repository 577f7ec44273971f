package dev.deft.run;

import dev.deft.tool.Envelope;
import dev.deft.tool.RequirementSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Runs the calls of one step, concurrently if their order does not matter, and returns the results
/// in the order of the calls.
public final class StepRunner {

    private final ToolRunner runner;
    private final BiConsumer<ResolvedCall, Envelope> onResult;

    /// @param onResult is called with each result as soon as it is available, on the thread of its
    ///   call
    public StepRunner(ToolRunner runner, BiConsumer<ResolvedCall, Envelope> onResult) {
        this.runner = runner;
        this.onResult = onResult;
    }

    /// Runs all calls. If the thread is interrupted, the running calls are cancelled, the others
    /// return `aborted`, and the thread stays interrupted.
    ///
    /// @return a result for each call
    public List<Envelope> run(List<ToolCall> calls) {
        return runResolved(calls.stream().map(runner::resolve).toList());
    }

    /// Runs calls whose tools are already resolved.
    public List<Envelope> runResolved(List<ResolvedCall> calls) {
        List<Envelope> results = new ArrayList<>();
        for (List<ResolvedCall> group : groups(calls)) {
            results.addAll(
                    group.size() == 1 ? List.of(runOne(group.getFirst())) : runConcurrently(group));
        }
        return results;
    }

    private Envelope runOne(ResolvedCall call) {
        Envelope result = runner.run(call);
        onResult.accept(call, result);
        return result;
    }

    private List<List<ResolvedCall>> groups(List<ResolvedCall> calls) {
        List<List<ResolvedCall>> groups = new ArrayList<>();
        boolean open = false;
        for (ResolvedCall call : calls) {
            boolean concurrent = mayRunConcurrently(call);
            if (!open || !concurrent) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(call);
            open = concurrent;
        }
        return groups;
    }

    private boolean mayRunConcurrently(ResolvedCall call) {
        return switch (runner.dialect().order()) {
            case SEQUENTIAL -> false;
            case PARALLEL -> true;
            case READS_IN_PARALLEL -> isReadOnly(call);
        };
    }

    private static boolean isReadOnly(ResolvedCall call) {
        if (call.tool().isEmpty()) {
            return true;
        }
        RequirementSet requires = call.tool().get().spec().requires();
        return !(call.tool().get().tool() instanceof Delegating)
                && requires.write().isEmpty()
                && requires.shell().isEmpty();
    }

    private List<Envelope> runConcurrently(List<ResolvedCall> calls) {
        List<Running> running = new ArrayList<>();
        for (ResolvedCall call : calls) {
            running.add(new Running(call));
        }
        boolean cancelled = false;
        for (Running one : running) {
            cancelled |= one.awaitOrCancel(running);
        }
        if (cancelled) {
            Thread.currentThread().interrupt();
        }
        return running.stream().map(Running::result).toList();
    }

    /// A call on its own thread.
    private final class Running {

        private final List<Envelope> result = new ArrayList<>(1);
        private final Thread thread;

        Running(ResolvedCall call) {
            this.thread =
                    Thread.ofVirtual()
                            .name("call " + call.callId())
                            .start(() -> result.add(runOne(call)));
        }

        boolean awaitOrCancel(List<Running> all) {
            boolean cancelled = false;
            while (true) {
                try {
                    thread.join();
                    return cancelled;
                } catch (InterruptedException _) {
                    cancelled = true;
                    all.forEach(it -> it.thread.interrupt());
                }
            }
        }

        Envelope result() {
            return result.getFirst();
        }
    }
}
