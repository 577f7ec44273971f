package dev.deft.agent.loop;

import dev.deft.agent.context.Context;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionLog;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// Sends requests to the model, and records what an interrupted or failed one said and cost.
record ModelRequests(Model model, SessionLog log, Context context, Consumer<RunEvent> events) {

    TruncatedCalls ask(RunState run, Prompt prompt) throws IOException, InterruptedException {
        var collector = new AnswerCollector(events, context.tokens());
        try {
            Answer answer = model.ask(prompt, collector);
            boolean uncounted =
                    answer.stop() == Answer.Stop.LENGTH && answer.usage().equals(Usage.NONE);
            Usage usage = uncounted ? collector.abandoned() : answer.usage();
            recordWasted(run, collector.wasted());
            return TruncatedCalls.of(
                    new Answer(
                            CallIds.makeUnique(answer.message()),
                            answer.stop(),
                            usage,
                            answer.model()),
                    prompt.maxTokens());
        } catch (InterruptedException e) {
            run.setText(collector.text());
            recordPartialAnswer(collector);
            recordWasted(run, collector.abandoned());
            throw e;
        } catch (ModelException e) {
            recordWasted(run, collector.wasted());
            throw e;
        }
    }

    /// Records tokens that were paid for without an answer.
    private void recordWasted(RunState run, Usage wasted) throws IOException {
        if (!wasted.equals(Usage.NONE)) {
            run.addUsage(wasted);
            log.addUsage(new Entry.TokenUsage(wasted, model.name()));
            events.accept(new RunEvent.TokenUsage(wasted, model.name()));
        }
    }

    /// Records the text that was shown before the interruption.
    private void recordPartialAnswer(AnswerCollector collector) throws IOException {
        if (!collector.text().isBlank()) {
            var partial = new Message.Assistant(List.of(new Part.Text(collector.text())));
            Entry entry =
                    log.addAnswer(
                            new Entry.Assistant(
                                    partial.parts(), Answer.Stop.UNHEARD, model.name()));
            context.addStep(partial, List.of(), entry.at(), Usage.NONE);
        }
    }
}
