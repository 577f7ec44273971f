package dev.deft.agent.model;

import java.util.OptionalInt;

/// The sizes that a provider reports for a request that was too long.
///
/// @param window the context window, prompt and answer together
/// @param promptTokens the tokens of the prompt
/// @param maxAnswer the most tokens of an answer
public record Overflow(OptionalInt window, OptionalInt promptTokens, OptionalInt maxAnswer) {

    /// No sizes.
    public static final Overflow UNKNOWN =
            new Overflow(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
}
