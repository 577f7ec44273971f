package dev.deft.agent.context;

import java.util.OptionalInt;

/// How much a model gets to read.
///
/// @param tokens what the model can take, question and answer together
/// @param answer the longest answer asked for
/// @param chars a window in characters, where somebody wants one
/// @param turns a window in turns, where somebody wants one
public record ContextLimits(int tokens, int answer, OptionalInt chars, OptionalInt turns) {

    private static final int MOST_RESERVED = 20_000;

    /// No window but that of the model.
    public static ContextLimits of(int tokens, int answer) {
        return new ContextLimits(tokens, answer, OptionalInt.empty(), OptionalInt.empty());
    }

    /// What may be used before room has to be made.
    public int usable() {
        return Math.max(1, tokens - Math.min(MOST_RESERVED, answer));
    }
}
