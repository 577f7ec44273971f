package dev.deft.agent.model.listing;

import dev.deft.agent.config.ModelSizes;
import dev.deft.agent.config.Price;
import dev.deft.agent.config.Prices;
import dev.deft.agent.config.Settings;
import java.util.Optional;
import java.util.OptionalInt;

/// The window and the price of a model as Deft uses them, each with its origin.
///
/// @param context input and output together
/// @param maxOutput of one answer
/// @param price empty if it is not known
public record ModelFigures(Tokens context, Tokens maxOutput, Optional<Cost> price) {

    /// A number of tokens.
    public record Tokens(int count, Origin origin) {}

    /// A price.
    public record Cost(Price price, Origin origin) {}

    /// {@return the figures of a model: the settings' first, then the server's, then those of the
    /// bundled tables}
    ///
    /// @param model as `provider/name`
    /// @param listed what its server said
    public static ModelFigures of(Settings settings, String model, Optional<ListedModel> listed) {
        ModelSizes.Size own = settings.sizes().configured(model);
        ModelSizes.Size table = ModelSizes.bundled(model);
        return new ModelFigures(
                context(settings, own, listed, table),
                first(
                        settings.maxTokens().isPresent() ? settings.maxTokens() : own.maxOutput(),
                        listed.map(ListedModel::maxOutput).orElse(OptionalInt.empty()),
                        OptionalInt.empty(),
                        table.maxOutput(),
                        ModelSizes.DEFAULT_OUTPUT),
                price(settings.prices(), model, listed));
    }

    private static Tokens context(
            Settings settings,
            ModelSizes.Size own,
            Optional<ListedModel> listed,
            ModelSizes.Size table) {
        return first(
                settings.context().tokens().isPresent()
                        ? settings.context().tokens()
                        : own.context(),
                listed.map(ListedModel::context).orElse(OptionalInt.empty()),
                listed.map(ListedModel::largest).orElse(OptionalInt.empty()),
                table.context(),
                ModelSizes.DEFAULT_CONTEXT);
    }

    private static Tokens first(
            OptionalInt set, OptionalInt said, OptionalInt atMost, OptionalInt table, int other) {
        if (set.isPresent()) {
            return new Tokens(set.getAsInt(), Origin.SETTINGS);
        }
        if (said.isPresent()) {
            return new Tokens(said.getAsInt(), Origin.SERVICE);
        }
        if (atMost.isPresent()) {
            return new Tokens(atMost.getAsInt(), Origin.AT_MOST);
        }
        return table.isPresent()
                ? new Tokens(table.getAsInt(), Origin.TABLE)
                : new Tokens(other, Origin.DEFAULT);
    }

    private static Optional<Cost> price(Prices prices, String model, Optional<ListedModel> listed) {
        return prices.configured(model)
                .map(it -> new Cost(it, Origin.SETTINGS))
                .or(() ->
                        listed.flatMap(ListedModel::price).map(it -> new Cost(it, Origin.SERVICE)))
                .or(() -> Prices.bundled(model).map(it -> new Cost(it, Origin.TABLE)));
    }
}
