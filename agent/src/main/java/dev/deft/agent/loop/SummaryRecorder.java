package dev.deft.agent.loop;

import dev.deft.agent.context.Context;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionLog;
import java.io.IOException;
import java.util.function.Consumer;

/// Writes summaries to the log and reports them.
final class SummaryRecorder implements Context.Recorder {

    private final SessionLog log;
    private final Consumer<RunEvent> events;
    private Usage spent = Usage.NONE;

    SummaryRecorder(SessionLog log, Consumer<RunEvent> events) {
        this.log = log;
        this.events = events;
    }

    @Override
    public void record(Entry.Summary summary, Answer answer) throws IOException {
        spent = spent.plus(answer.usage());
        log.addUsage(new Entry.TokenUsage(answer.usage(), answer.model()));
        log.addSummary(summary);
        events.accept(new RunEvent.TokenUsage(answer.usage(), answer.model()));
        events.accept(new RunEvent.Compacted(summary.content()));
    }

    /// The tokens of summaries since the last call; they count for the current run.
    Usage takeUsage() {
        Usage all = spent;
        spent = Usage.NONE;
        return all;
    }

    @Override
    public void warn(String text) {
        events.accept(new RunEvent.Warning(text));
    }
}
