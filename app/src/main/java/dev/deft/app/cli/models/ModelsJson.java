package dev.deft.app.cli.models;

import dev.deft.agent.config.ModelSizes;
import dev.deft.agent.config.Price;
import dev.deft.agent.config.Prices;
import dev.deft.agent.model.listing.LocalServer;
import dev.deft.agent.model.listing.ModelCatalog;
import dev.deft.agent.model.listing.ModelFigures;
import dev.deft.agent.model.listing.Origin;
import dev.deft.agent.model.listing.ProviderList;
import dev.deft.json.Json;
import java.util.List;
import java.util.function.Function;

/// Writes the list for programs.
final class ModelsJson {

    private ModelsJson() {}

    static Json.Obj of(
            ModelCatalog catalog,
            List<ModelRow> rows,
            Function<LocalServer, List<ModelRow>> ofServer) {
        return Json.Obj.EMPTY
                .with("models", array(rows, ModelsJson::model))
                .with("providers", array(catalog.providers(), ModelsJson::provider))
                .with("local", array(catalog.local(), it -> server(it, ofServer.apply(it))))
                .with(
                        "tables",
                        Json.Obj.EMPTY
                                .with("sizes", ModelSizes.tableDate())
                                .with("prices", Prices.tableDate()));
    }

    private static <T> Json array(List<T> items, Function<T, Json> written) {
        return new Json.Arr(items.stream().map(written).toList());
    }

    private static Json model(ModelRow row) {
        ModelFigures figures = row.figures();
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("model", row.name())
                        .with("context", tokens(figures.context()))
                        .with("max_output", tokens(figures.maxOutput()));
        if (figures.price().isPresent()) {
            json = json.with("price", price(figures.price().get()));
        }
        return json.with("suitable", new Json.Bool(row.suitable()))
                .with("used_by", Json.Arr.ofTexts(row.usedBy()));
    }

    private static Json tokens(ModelFigures.Tokens tokens) {
        return Json.Obj.EMPTY
                .with("tokens", Json.Num.of(tokens.count()))
                .with("from", from(tokens.origin()));
    }

    private static Json price(ModelFigures.Cost cost) {
        Price price = cost.price();
        return Json.Obj.EMPTY
                .with("input", Json.Num.of(price.input()))
                .with("output", Json.Num.of(price.output()))
                .with("cache_read", Json.Num.of(price.cacheRead()))
                .with("cache_write", Json.Num.of(price.cacheWrite()))
                .with("from", from(cost.origin()));
    }

    private static String from(Origin origin) {
        return origin.label().replace(' ', '_');
    }

    private static Json provider(ProviderList list) {
        Json.Obj json =
                Json.Obj.EMPTY.with("name", list.provider()).with("base_url", list.baseUrl());
        return switch (list) {
            case ProviderList.Listed listed ->
                    json.with("status", "ok")
                            .with("models", Json.Num.of(listed.models().size()))
                            .with("unusable", Json.Num.of(listed.unusable()));
            case ProviderList.Failed failed ->
                    json.with("status", "failed").with("error", failed.message());
        };
    }

    private static Json server(LocalServer server, List<ModelRow> rows) {
        return Json.Obj.EMPTY
                .with("name", server.name())
                .with("base_url", server.baseUrl())
                .with("models", array(rows, ModelsJson::model));
    }
}
