package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.Map;
import java.util.Optional;

/// What models cost: what the user says over what comes with Deft. Prices change, so a cost is
/// always "about".
public final class Prices {

    private final Map<String, Price> own;

    Prices(Map<String, Price> own) {
        this.own = Map.copyOf(own);
    }

    /// The price of a model, or nothing when nobody knows it.
    ///
    /// @param model as `provider/name`; a date at the end of the name does not matter
    public Optional<Price> of(String model) {
        return find(model).or(() -> find(undated(model)));
    }

    private Optional<Price> find(String model) {
        return Optional.ofNullable(own.get(model)).or(() -> bundled(model));
    }

    /// Read when a price is asked for: most commands never do.
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
