package dev.deft.agent.context;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import java.util.List;
import java.util.function.Supplier;

/// Asks a model to summarize a conversation, and adds the pinned facts.
final class Summarizer {

    private static final int MOST_TOKENS = 4_000;

    private final Supplier<Compaction> agent;

    /// @param agent asked for when there is something to sum up
    Summarizer(Supplier<Compaction> agent) {
        this.agent = agent;
    }

    /// Summarizes units, and the summary that precedes them.
    ///
    /// @param before the previous summary; empty if there is none
    /// @param pinned facts that the summary contains in any case
    /// @param room the most characters of the conversation
    /// @param most the most tokens of the summary
    /// @param wishes what the user wants the summary to keep; empty for nothing in particular
    Summary summarize(
            String before, List<Unit> units, Pinned pinned, int room, int most, String wishes)
            throws ModelException, InterruptedException {
        Compaction compact = wishing(agent.get(), wishes);
        String conversation = ConversationText.of(before, units, room);
        var prompt =
                new Prompt(
                        List.of(compact.prompt()),
                        List.of(Message.User.of(conversation)),
                        List.of(),
                        Math.min(MOST_TOKENS, most),
                        Prompt.Sampling.UNSET);
        Answer answer = compact.model().ask(prompt, AnswerListener.NONE);
        String text = answer.message().text().strip();
        if (text.isEmpty()) {
            throw new ModelException(
                    ModelException.Kind.REFUSED, "the model gave an empty summary");
        }
        return new Summary(text + "\n\n" + pinned.text(), answer);
    }

    private static Compaction wishing(Compaction compact, String wishes) {
        return wishes.isBlank()
                ? compact
                : new Compaction(
                        compact.model(),
                        compact.prompt()
                                + "\n\nThe user says about this summary: "
                                + wishes.strip());
    }

    /// A summary and the answer that it is from.
    record Summary(String text, Answer answer) {}
}
