package dev.deft.agent.loop;

import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Estimate;
import dev.deft.agent.model.Usage;
import java.time.Duration;
import java.util.function.Consumer;

/// Forwards an answer while it arrives, and keeps its text and the discarded tokens.
final class AnswerCollector implements AnswerListener {

    private final Consumer<RunEvent> events;
    private final long promptTokens;
    private final StringBuilder text = new StringBuilder();
    private int chars;
    private Usage wasted = Usage.NONE;

    /// @param promptTokens the estimated size of the prompt
    AnswerCollector(Consumer<RunEvent> events, long promptTokens) {
        this.events = events;
        this.promptTokens = promptTokens;
    }

    String text() {
        return text.toString();
    }

    /// Tokens that were paid for and are not part of the answer.
    Usage wasted() {
        return wasted;
    }

    /// The estimated tokens of an answer that was interrupted.
    Usage abandoned() {
        return wasted.equals(Usage.NONE) && chars > 0
                ? withPrompt(Estimate.of(Usage.NONE, chars))
                : wasted;
    }

    /// Adds the estimated prompt if the provider did not count it.
    Usage withPrompt(Usage usage) {
        boolean counted = usage.context() > usage.output();
        return counted ? usage : usage.plus(new Usage(promptTokens, 0, 0, 0, true));
    }

    @Override
    public void text(String delta) {
        text.append(delta);
        chars += delta.length();
        events.accept(new RunEvent.Text(delta));
    }

    @Override
    public void reasoning(String delta) {
        chars += delta.length();
        events.accept(new RunEvent.Reasoning(delta));
    }

    @Override
    public void discarded(Usage usage) {
        wasted = wasted.plus(withPrompt(usage));
    }

    @Override
    public void retrying(int attempt, Duration pause, String why) {
        events.accept(new RunEvent.Retry(attempt, pause, why));
    }
}
