package dev.deft.agent.model.listing;

import dev.deft.agent.config.Price;
import java.util.Optional;
import java.util.OptionalInt;

/// A model as its server lists it.
///
/// @param id the name that the server knows
/// @param context the window in tokens with which the server runs it
/// @param largest the largest window that the model supports; its server may run it with less
/// @param maxOutput the most tokens of an answer
/// @param suitable whether it may work for an agent: as far as the list says, it answers with text
///   and calls tools
public record ListedModel(
        String id,
        OptionalInt context,
        OptionalInt largest,
        OptionalInt maxOutput,
        Optional<Price> price,
        boolean suitable) {

    /// A model of which only the name is known.
    static ListedModel named(String id) {
        return new ListedModel(
                id,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                true);
    }

    ListedModel withWindow(OptionalInt inForce, OptionalInt supported) {
        return new ListedModel(
                id,
                inForce.isPresent() ? inForce : context,
                supported.isPresent() ? supported : largest,
                maxOutput,
                price,
                suitable);
    }

    ListedModel withSuitable(boolean other) {
        return new ListedModel(id, context, largest, maxOutput, price, other);
    }
}
