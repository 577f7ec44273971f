package dev.deft.agent.model;

import java.util.OptionalInt;

/// What a provider says about a request that was too long for it, as far as it names numbers.
///
/// @param window how many tokens the model can take, question and answer together
/// @param promptTokens how many tokens the question had
/// @param maxAnswer how many tokens an answer may have at most
public record Overflow(OptionalInt window, OptionalInt promptTokens, OptionalInt maxAnswer) {

    /// It names none.
    public static final Overflow UNKNOWN =
            new Overflow(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
}
