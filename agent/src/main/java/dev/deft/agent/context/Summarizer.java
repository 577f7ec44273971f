package dev.deft.agent.context;

import dev.deft.agent.definition.BuiltInAgents;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import java.util.List;

/// Asks a model to summarize a conversation, and adds the pinned facts.
final class Summarizer {

    private static final int MOST_TOKENS = 4_000;

    private final Model model;

    Summarizer(Model model) {
        this.model = model;
    }

    /// Summarizes units, and the summary that precedes them.
    ///
    /// @param before the previous summary; empty if there is none
    /// @param pinned facts that the summary contains in any case
    /// @param room the most characters of the conversation
    /// @param most the most tokens of the summary
    Summary summarize(String before, List<Unit> units, Pinned pinned, int room, int most)
            throws ModelException, InterruptedException {
        String conversation = ConversationText.of(before, units, room);
        var prompt =
                new Prompt(
                        List.of(instructions()),
                        List.of(Message.User.of(conversation)),
                        List.of(),
                        Math.min(MOST_TOKENS, most),
                        Prompt.Sampling.UNSET);
        Answer answer = model.ask(prompt, AnswerListener.NONE);
        String text = answer.message().text().strip();
        if (text.isEmpty()) {
            throw new ModelException(
                    ModelException.Kind.REFUSED, "the model gave an empty summary");
        }
        return new Summary(text + "\n\n" + pinned.text(), answer);
    }

    private static String instructions() {
        return BuiltInAgents.of(BuiltInAgents.COMPACT).prompt().orElseThrow();
    }

    /// A summary and the answer that it is from.
    record Summary(String text, Answer answer) {}
}
