package dev.deft.agent.context;

import java.util.OptionalInt;

/// The limits of a conversation with a model.
///
/// @param tokens the context window of the model, prompt and answer together
/// @param maxAnswer the most tokens of an answer; lowered if it leaves too little for the prompt
/// @param chars an optional window in characters
/// @param turns an optional window in turns
public record ContextLimits(int tokens, int maxAnswer, OptionalInt chars, OptionalInt turns) {

    private static final int MAX_RESERVED = 20_000;

    public ContextLimits {
        // More than half the window means that the window was not known.
        maxAnswer = Math.max(1, maxAnswer > tokens / 2 ? tokens / 4 : maxAnswer);
    }

    /// The window of the model only.
    public static ContextLimits of(int tokens, int answer) {
        return new ContextLimits(tokens, answer, OptionalInt.empty(), OptionalInt.empty());
    }

    /// The tokens that the prompt may have before it is shortened.
    public int usable() {
        return Math.max(1, tokens - Math.min(MAX_RESERVED, maxAnswer));
    }

    /// The longest answer to ask for after a prompt of so many tokens.
    int maxAnswerAfter(long prompt) {
        int least = Math.min(MAX_RESERVED, maxAnswer) / 2;
        return Math.max(1, Math.clamp(tokens - prompt, least, maxAnswer));
    }

    public ContextLimits withMaxTokens(int window) {
        return new ContextLimits(Math.min(tokens, window), maxAnswer, chars, turns);
    }

    public ContextLimits withMaxAnswer(int most) {
        return new ContextLimits(tokens, Math.min(maxAnswer, most), chars, turns);
    }
}
