package dev.deft.agent.loop;

import dev.deft.agent.context.Context;
import dev.deft.agent.model.Message;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionLog;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/// Checks the last answer of a run against the schema of the agent, and asks the model again if it
/// does not fit. The further answers are steps of the same run: its limits and its budget hold.
record AnswerRepair(
        Optional<AnswerSchema> schema, SessionLog log, Context context, Consumer<RunEvent> events) {

    /// The outcome of a run that is over; empty if the model has been asked again.
    Optional<RunOutcome> fitting(RunState run, RunOutcome ended) throws IOException {
        boolean answered =
                switch (ended.status()) {
                    case DONE, DENIED -> true;
                    case FAILED, ABORTED, LIMIT, RESTART -> false;
                };
        if (!answered || schema.isEmpty()) {
            return Optional.of(ended);
        }
        return switch (schema.get().read(ended.text())) {
            case AnswerSchema.Reading.Fitting(Json value) ->
                    Optional.of(ended.withStructured(value));
            case AnswerSchema.Reading.Unfit(String why) -> {
                if (!run.takeRepair()) {
                    yield Optional.of(run.failed("The answer does not fit the schema: " + why));
                }
                ask(why);
                yield Optional.empty();
            }
        };
    }

    private void ask(String why) throws IOException {
        events.accept(
                new RunEvent.Warning(
                        "The answer does not fit the schema, so the model is asked again: " + why));
        String text = AnswerSchema.repair(why);
        Entry entry = log.addNotice(new Entry.Notice(text));
        context.addUserMessage(Message.User.of(text), entry.at());
    }
}
