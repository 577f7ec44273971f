package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.Map;
import java.util.Optional;

/// The prices of models: the user's settings over a bundled table. Prices change, so costs are
/// estimates.
public final class Prices {

    private final Map<String, Price> own;

    Prices(Map<String, Price> own) {
        this.own = Map.copyOf(own);
    }

    /// The price of a model; empty if it is unknown.
    ///
    /// @param model as `provider/name`; a date at the end of the name is ignored
    public Optional<Price> of(String model) {
        return find(model).or(() -> find(undated(model)));
    }

    private Optional<Price> find(String model) {
        return Optional.ofNullable(own.get(model))
                .or(() -> bundled(model))
                .or(() -> sameModel(model).flatMap(this::find));
    }

    /// A model has one price, however it is reached.
    private static Optional<String> sameModel(String model) {
        String prefix = ModelChoice.RESPONSES + "/";
        return model.startsWith(prefix)
                ? Optional.of("openai/" + model.substring(prefix.length()))
                : Optional.empty();
    }

    /// Reads the table on demand: most commands do not need it.
    private static Optional<Price> bundled(String model) {
        return Schemas.object("prices.json").find(model).map(it -> Price.of((Json.Obj) it));
    }

    private static String undated(String model) {
        return model.replaceFirst("-(\\d{8}|\\d{4}-\\d{2}-\\d{2}|latest)$", "");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Prices prices && own.equals(prices.own);
    }

    @Override
    public int hashCode() {
        return own.hashCode();
    }

    @Override
    public String toString() {
        return "Prices" + own;
    }
}
