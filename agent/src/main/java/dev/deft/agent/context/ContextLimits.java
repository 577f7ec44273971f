package dev.deft.agent.context;

import java.util.OptionalInt;

/// How much a model gets to read.
///
/// @param tokens what the model can take, question and answer together
/// @param maxAnswer the longest answer asked for; never so long that it leaves no room for a
///   question
/// @param chars a window in characters, where somebody wants one
/// @param turns a window in turns, where somebody wants one
public record ContextLimits(int tokens, int maxAnswer, OptionalInt chars, OptionalInt turns) {

    private static final int MOST_RESERVED = 20_000;

    public ContextLimits {
        // An answer of more than half the window is asked for by nobody who knows the window.
        maxAnswer = Math.max(1, maxAnswer > tokens / 2 ? tokens / 4 : maxAnswer);
    }

    /// No window but that of the model.
    public static ContextLimits of(int tokens, int answer) {
        return new ContextLimits(tokens, answer, OptionalInt.empty(), OptionalInt.empty());
    }

    /// What may be used before room has to be made.
    public int usable() {
        return Math.max(1, tokens - Math.min(MOST_RESERVED, maxAnswer));
    }

    /// The longest answer to ask for after a question of so many tokens.
    int maxAnswerAfter(long question) {
        int least = Math.min(MOST_RESERVED, maxAnswer) / 2;
        return Math.max(1, Math.clamp(tokens - question, least, maxAnswer));
    }

    public ContextLimits withMaxTokens(int window) {
        return new ContextLimits(Math.min(tokens, window), maxAnswer, chars, turns);
    }

    public ContextLimits withMaxAnswer(int most) {
        return new ContextLimits(tokens, Math.min(maxAnswer, most), chars, turns);
    }
}
