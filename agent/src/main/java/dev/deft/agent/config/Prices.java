package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
        return configured(model).or(() -> bundled(model));
    }

    /// The price of a model in the user's settings.
    ///
    /// @param model as `provider/name`
    public Optional<Price> configured(String model) {
        return spellings(model)
                .flatMap(it -> Optional.ofNullable(own.get(it)).stream())
                .findFirst();
    }

    /// The price of a model in the bundled table.
    ///
    /// @param model as `provider/name`
    public static Optional<Price> bundled(String model) {
        return spellings(model)
                .flatMap(it -> Table.PRICES.find(it).stream())
                .findFirst()
                .map(it -> Price.of((Json.Obj) it));
    }

    /// The names under which the price of a model may be found: without its date, and as one of
    /// OpenAI, since a model has one price however it is reached.
    private static Stream<String> spellings(String model) {
        String prefix = ModelChoice.RESPONSES + "/";
        String plain =
                model.startsWith(prefix) ? "openai/" + model.substring(prefix.length()) : model;
        return Stream.of(model, undated(model), plain, undated(plain));
    }

    /// The models in the user's settings.
    public Set<String> names() {
        return own.keySet();
    }

    /// The models in the bundled table, in its order.
    public static Set<String> bundledNames() {
        return Table.PRICES.fields().keySet();
    }

    /// The month of the bundled table.
    public static String tableDate() {
        return Table.FILE.text("as_of").orElseThrow();
    }

    /// The bundled table, read when it is needed.
    private static final class Table {
        static final Json.Obj FILE = Schemas.object("prices.json");
        static final Json.Obj PRICES = (Json.Obj) FILE.find("prices").orElseThrow();
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
