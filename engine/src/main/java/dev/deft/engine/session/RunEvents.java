package dev.deft.engine.session;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.loop.RunRecorder;
import dev.deft.agent.session.SessionLog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Delivers the events of runs to listeners, one at a time, and records those that no other log
/// entry contains.
///
/// Progress of a call that arrives after its end is dropped. Events outside of runs, such as
/// warnings about the configuration, are delivered when the next run starts.
public final class RunEvents implements Consumer<RunEvent> {

    private final RunRecorder recorder;
    private final List<Consumer<RunEvent>> listeners = new CopyOnWriteArrayList<>();
    private final Set<String> calls = new HashSet<>();
    private final List<RunEvent> early = new ArrayList<>();
    private final boolean byReply;
    private final StringBuilder replies = new StringBuilder();
    private boolean begun;

    /// @param byReply whether only messages to the user count as the text of a run
    public RunEvents(SessionLog log, boolean byReply) {
        this.byReply = byReply;
        this.recorder =
                new RunRecorder(log, it -> listeners.forEach(listener -> listener.accept(it)));
    }

    /// Subscribes a listener until the subscription is closed.
    public Subscription subscribe(Consumer<RunEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /// Subscribes a listener to what happens between two runs, until the subscription is closed.
    public synchronized Subscription betweenRuns(Consumer<RunEvent> listener) {
        Subscription subscription = subscribe(listener);
        begun = true;
        return () -> {
            ended();
            subscription.close();
        };
    }

    private synchronized void ended() {
        begun = false;
    }

    /// A subscription.
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {

        @Override
        void close();
    }

    @Override
    public synchronized void accept(RunEvent event) {
        if (byReply) {
            asReply(event).ifPresent(this::deliver);
        } else {
            deliver(event);
        }
    }

    /// What the user sees of an event when the agent speaks by messages only.
    private Optional<RunEvent> asReply(RunEvent event) {
        if (event instanceof RunEvent.Session) {
            replies.setLength(0);
        }
        if (event instanceof RunEvent.Message(String text)) {
            String said = (replies.isEmpty() ? "" : "\n") + text;
            replies.append(said);
            return Optional.of(new RunEvent.Text(said));
        }
        if (event instanceof RunEvent.Ended(RunOutcome outcome)) {
            return Optional.of(new RunEvent.Ended(seen(outcome)));
        }
        return event instanceof RunEvent.Text ? Optional.empty() : Optional.of(event);
    }

    /// The outcome as the user sees it.
    public synchronized RunOutcome seen(RunOutcome outcome) {
        return byReply ? outcome.withText(replies.toString()) : outcome;
    }

    private void deliver(RunEvent event) {
        if (event instanceof RunEvent.Session) {
            begun = true;
            recorder.accept(event);
            early.forEach(recorder);
            early.clear();
            return;
        }
        if (event instanceof RunEvent.ToolCall call) {
            calls.add(call.id());
        }
        if (event instanceof RunEvent.ToolResult result) {
            calls.remove(result.id());
        }
        boolean late =
                event instanceof RunEvent.ToolProgress progress && !calls.contains(progress.id());
        if (late) {
            return;
        }
        if (begun) {
            recorder.accept(event);
        } else {
            early.add(event);
        }
        if (event instanceof RunEvent.Ended) {
            begun = false;
        }
    }
}
