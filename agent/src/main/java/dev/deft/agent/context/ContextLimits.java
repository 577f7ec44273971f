package dev.deft.agent.context;

import java.util.OptionalInt;

/// How much a model gets to read.
///
/// @param tokens what the model can take, question and answer together
/// @param answer the longest answer asked for; never so long that it leaves no room for a question
/// @param chars a window in characters, where somebody wants one
/// @param turns a window in turns, where somebody wants one
public record ContextLimits(int tokens, int answer, OptionalInt chars, OptionalInt turns) {

    private static final int MOST_RESERVED = 20_000;

    public ContextLimits {
        // An answer of more than half the window is asked for by nobody who knows the window.
        answer = Math.max(1, answer > tokens / 2 ? tokens / 4 : answer);
    }

    /// No window but that of the model.
    public static ContextLimits of(int tokens, int answer) {
        return new ContextLimits(tokens, answer, OptionalInt.empty(), OptionalInt.empty());
    }

    /// What may be used before room has to be made.
    public int usable() {
        return Math.max(1, tokens - Math.min(MOST_RESERVED, answer));
    }

    /// The longest answer to ask for after a question of so many tokens.
    int answerAfter(long question) {
        int least = Math.min(MOST_RESERVED, answer) / 2;
        return Math.max(1, Math.clamp(tokens - question, least, answer));
    }

    public ContextLimits within(int window) {
        return new ContextLimits(Math.min(tokens, window), answer, chars, turns);
    }

    public ContextLimits answeringWithin(int most) {
        return new ContextLimits(tokens, Math.min(answer, most), chars, turns);
    }
}
