package dev.deft.run;

import dev.deft.tool.Envelope;
import dev.deft.tool.RequirementSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Runs the calls of one step, side by side where their order does not matter, and answers them in
/// the order they were asked.
public final class StepRunner {

    private final ToolRunner runner;
    private final BiConsumer<ResolvedCall, Envelope> onAnswer;

    /// @param onAnswer is told of each answer as soon as it is there, on the thread of its call
    public StepRunner(ToolRunner runner, BiConsumer<ResolvedCall, Envelope> onAnswer) {
        this.runner = runner;
        this.onAnswer = onAnswer;
    }

    /// Waits for every call and answers every call. When the step is cancelled, so is each call
    /// that still runs, the others are answered as aborted, and the thread stays interrupted.
    public List<Envelope> run(List<ToolCall> calls) {
        return runResolved(calls.stream().map(runner::resolve).toList());
    }

    /// The same for calls whose tools are known.
    public List<Envelope> runResolved(List<ResolvedCall> calls) {
        List<Envelope> answers = new ArrayList<>();
        for (List<ResolvedCall> group : groups(calls)) {
            answers.addAll(group.size() == 1 ? List.of(answer(group.getFirst())) : all(group));
        }
        return answers;
    }

    private Envelope answer(ResolvedCall call) {
        Envelope answer = runner.run(call);
        onAnswer.accept(call, answer);
        return answer;
    }

    private List<List<ResolvedCall>> groups(List<ResolvedCall> calls) {
        List<List<ResolvedCall>> groups = new ArrayList<>();
        boolean open = false;
        for (ResolvedCall call : calls) {
            boolean joins = mayJoin(call);
            if (!open || !joins) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(call);
            open = joins;
        }
        return groups;
    }

    private boolean mayJoin(ResolvedCall call) {
        return switch (runner.dialect().order()) {
            case SEQUENTIAL -> false;
            case PARALLEL -> true;
            case READS_IN_PARALLEL -> onlyLooks(call);
        };
    }

    private static boolean onlyLooks(ResolvedCall call) {
        if (call.tool().isEmpty()) {
            return true;
        }
        RequirementSet requires = call.tool().get().spec().requires();
        return requires.write().isEmpty() && requires.shell().isEmpty();
    }

    private List<Envelope> all(List<ResolvedCall> calls) {
        List<Running> running = new ArrayList<>();
        for (ResolvedCall call : calls) {
            running.add(new Running(call));
        }
        boolean cancelled = false;
        for (Running one : running) {
            cancelled |= one.isCancelledWhileAwaited(running);
        }
        if (cancelled) {
            Thread.currentThread().interrupt();
        }
        return running.stream().map(Running::answer).toList();
    }

    /// One call on a thread of its own.
    private final class Running {

        private final List<Envelope> answer = new ArrayList<>(1);
        private final Thread thread;

        Running(ResolvedCall call) {
            this.thread =
                    Thread.ofVirtual()
                            .name("call " + call.callId())
                            .start(() -> answer.add(StepRunner.this.answer(call)));
        }

        boolean isCancelledWhileAwaited(List<Running> all) {
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

        Envelope answer() {
            return answer.getFirst();
        }
    }
}
