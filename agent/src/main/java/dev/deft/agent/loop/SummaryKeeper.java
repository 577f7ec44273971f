package dev.deft.agent.loop;

import dev.deft.agent.context.Context;
import dev.deft.agent.model.Answer;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionLog;
import java.io.IOException;
import java.util.function.Consumer;

/// Writes summaries into the log, and tells of them.
record SummaryKeeper(SessionLog log, Consumer<RunEvent> events) implements Context.Keeper {

    @Override
    public void keep(Entry.Summary summary, Answer answer) throws IOException {
        log.spent(new Entry.Spent(answer.usage(), answer.model()));
        log.summarized(summary);
        events.accept(new RunEvent.Spent(answer.usage(), answer.model()));
        events.accept(new RunEvent.Compacted(summary.content()));
    }

    @Override
    public void warn(String text) {
        events.accept(new RunEvent.Warning(text));
    }
}
