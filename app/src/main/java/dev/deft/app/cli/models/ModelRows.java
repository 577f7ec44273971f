package dev.deft.app.cli.models;

import dev.deft.agent.config.Prices;
import dev.deft.agent.config.Settings;
import dev.deft.agent.model.listing.ListedModel;
import dev.deft.agent.model.listing.LocalServer;
import dev.deft.agent.model.listing.ModelCatalog;
import dev.deft.agent.model.listing.ModelFigures;
import dev.deft.agent.model.listing.ProviderList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Makes the rows of the list.
///
/// @param users the agents that use a model, by its name
/// @param pattern what the names must contain, with `*` for anything
/// @param all whether models that cannot work for an agent are shown
record ModelRows(
        Settings settings, Map<String, List<String>> users, Optional<String> pattern, boolean all) {

    /// The models of the providers, by name, and those in use; none if no provider answered.
    List<ModelRow> ofProviders(ModelCatalog catalog, boolean offline) {
        Map<String, Optional<ListedModel>> models = new TreeMap<>();
        if (!offline
                && catalog.providers().stream().noneMatch(ProviderList.Listed.class::isInstance)) {
            return List.of();
        }
        users.keySet().forEach(it -> models.put(it, Optional.empty()));
        if (offline) {
            known().forEach(it -> models.put(it, Optional.empty()));
        }
        for (ProviderList list : catalog.providers()) {
            if (list instanceof ProviderList.Listed listed) {
                listed.models()
                        .forEach(it ->
                                models.put(listed.provider() + "/" + it.id(), Optional.of(it)));
            }
        }
        return models.entrySet().stream()
                .map(it -> row(it.getKey(), it.getValue()))
                .filter(this::isWanted)
                .toList();
    }

    /// The models that are known without asking anyone: those of the settings and of the table of
    /// prices.
    private Stream<String> known() {
        return Stream.of(
                        Prices.bundledNames().stream(),
                        settings.prices().names().stream(),
                        settings.sizes().names().stream())
                .flatMap(it -> it)
                .filter(it ->
                        settings.providers().keySet().stream()
                                .anyMatch(p -> it.startsWith(p + "/")));
    }

    /// The models of a server on this machine, those in memory first.
    List<ModelRow> of(LocalServer server) {
        return server.models().stream()
                .sorted(
                        Comparator.comparing((ListedModel it) -> it.context().isEmpty())
                                .thenComparing(ListedModel::id))
                .map(it -> row("openai/" + it.id(), Optional.of(it)))
                .filter(this::isWanted)
                .toList();
    }

    private ModelRow row(String name, Optional<ListedModel> listed) {
        return new ModelRow(
                name,
                ModelFigures.of(settings, name, listed),
                listed.map(ListedModel::suitable).orElse(true),
                users.getOrDefault(name, List.of()));
    }

    private boolean isWanted(ModelRow row) {
        return (all || row.suitable() || !row.usedBy().isEmpty())
                && (pattern.isEmpty() || matches(row.name()));
    }

    private boolean matches(String name) {
        String expression =
                Stream.of(pattern.orElseThrow().toLowerCase(Locale.ROOT).split("\\*", -1))
                        .map(Pattern::quote)
                        .reduce((a, b) -> a + ".*" + b)
                        .orElse("");
        return Pattern.compile(expression).matcher(name.toLowerCase(Locale.ROOT)).find();
    }

    /// How many models of a list are not shown because they cannot work for an agent.
    long leftOut(ModelCatalog catalog) {
        if (all) {
            return 0;
        }
        return Stream.concat(
                        catalog.providers().stream()
                                .flatMap(it ->
                                        it instanceof ProviderList.Listed listed
                                                ? listed.models().stream()
                                                : Stream.empty()),
                        catalog.local().stream().flatMap(it -> it.models().stream()))
                .filter(it -> !it.suitable())
                .count();
    }
}
