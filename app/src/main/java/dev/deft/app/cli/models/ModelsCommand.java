package dev.deft.app.cli.models;

import dev.deft.agent.config.ConfigException;
import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.ModelSizes;
import dev.deft.agent.config.Prices;
import dev.deft.agent.config.Settings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.listing.ListCache;
import dev.deft.agent.model.listing.LocalServer;
import dev.deft.agent.model.listing.ModelCatalog;
import dev.deft.agent.model.listing.ProviderList;
import dev.deft.agent.model.listing.ProviderLists;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.ModelAdvice;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentCatalog;
import dev.deft.engine.prompt.DefaultAgent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `deft models`: asks the providers and the servers on this machine for their models.
public final class ModelsCommand implements Command {

    private static final CommandOption OFFLINE =
            CommandOption.flag("--offline", "ask nobody; show what is known already");
    private static final CommandOption ALL =
            CommandOption.flag("--all", "also models that cannot chat or call tools");
    private static final String LIST = "list";

    @Override
    public String name() {
        return "models";
    }

    @Override
    public String synopsis() {
        return "[list] [PATTERN] [OPTIONS]";
    }

    @Override
    public List<String> words() {
        return List.of(LIST);
    }

    @Override
    public String summary() {
        return "List the models you can use, with their windows and prices.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(OFFLINE, ALL, Options.JSON, Options.POLICY);
    }

    @Override
    public List<String> examples() {
        return List.of("deft models", "deft models \"gpt-5*\" --json", "deft models --offline");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        List<String> words = new ArrayList<>(arguments.words());
        if (!words.isEmpty() && words.getFirst().equals(LIST)) {
            words.removeFirst();
        }
        if (words.size() > 1) {
            throw new UsageException("write deft models, or deft models PATTERN");
        }
        Path root = Options.root(arguments, console);
        Trust trust = Trust.of(Options.policy(arguments, console), root, console.environment());
        Configuration configuration =
                Configuration.read(root, console.environment(), Dialects.DEFAULT, trust);
        configuration.agentWarnings().forEach(console::note);
        boolean offline = arguments.has(OFFLINE.name());
        ModelCatalog catalog = catalog(configuration.settings(), offline, console);
        catalog.notices().forEach(console::note);
        var rows =
                new ModelRows(
                        configuration.settings(),
                        users(configuration.settings(), root, trust, console),
                        words.stream().findFirst(),
                        arguments.has(ALL.name()));
        return arguments.has(Options.JSON.name())
                ? json(catalog, rows, offline, console)
                : text(catalog, rows, offline, console);
    }

    private static ModelCatalog catalog(Settings settings, boolean offline, Console console)
            throws IOException, InterruptedException {
        var cache =
                new ListCache(
                        UserDirectories.from(console.environment()).cache(),
                        InstantSource.system());
        return offline
                ? ModelCatalog.kept(settings, console.environment(), cache)
                : ModelCatalog.ask(settings, console.environment(), cache, ProviderLists.TIME);
    }

    /// The agents by the model they use.
    private static Map<String, List<String>> users(
            Settings settings, Path root, Trust trust, Console console) {
        Map<String, List<String>> users = new LinkedHashMap<>();
        settings.model()
                .ifPresent(it ->
                        users.put(
                                qualified(it, settings, console),
                                new ArrayList<>(List.of(DefaultAgent.NAME))));
        for (AgentDefinition agent : AgentCatalog.read(root, console.environment(), trust).list()) {
            agent.model()
                    .map(it -> qualified(it, settings, console))
                    .ifPresent(it ->
                            users.computeIfAbsent(it, _ -> new ArrayList<>()).add(agent.name()));
        }
        return users;
    }

    /// The name with its provider, where that is clear.
    private static String qualified(String model, Settings settings, Console console) {
        try {
            ModelSettings found = settings.model(console.environment(), Optional.of(model));
            return found.wire() + "/" + found.model();
        } catch (ConfigException _) {
            return model;
        }
    }

    private static int json(
            ModelCatalog catalog, ModelRows rows, boolean offline, Console console) {
        List<ModelRow> shown = rows.ofProviders(catalog, offline);
        console.sayIndented(ModelsJson.of(catalog, shown, rows::of));
        return code(catalog, rows, shown, console);
    }

    private static int text(
            ModelCatalog catalog, ModelRows rows, boolean offline, Console console) {
        for (ProviderList list : catalog.providers()) {
            switch (list) {
                case ProviderList.Failed failed -> console.note(failed.message());
                case ProviderList.Listed listed -> unusable(listed, console);
            }
        }
        List<ModelRow> shown = rows.ofProviders(catalog, offline);
        var table = new ModelTable(console);
        if (catalog.providers().isEmpty() && !offline) {
            new ModelAdvice(console.environment())
                    .withoutKey(catalog.local())
                    .forEach(it -> console.say(console.shown(it)));
        } else if (!shown.isEmpty()) {
            table.show(shown);
        }
        for (LocalServer server : catalog.local()) {
            local(server, rows, table, !catalog.providers().isEmpty(), console);
        }
        if (!shown.isEmpty() || !catalog.local().isEmpty()) {
            footer(catalog, rows, console);
        }
        return code(catalog, rows, shown, console);
    }

    private static void unusable(ProviderList.Listed listed, Console console) {
        if (listed.unusable() > 0) {
            console.note(
                    "%s lists %d entries without a usable name; they are left out"
                            .formatted(listed.provider(), listed.unusable()));
        }
    }

    private static void local(
            LocalServer server,
            ModelRows rows,
            ModelTable table,
            boolean offered,
            Console console) {
        console.say("");
        if (offered) {
            new ModelAdvice(console.environment())
                    .offer(server)
                    .forEach(it -> console.say(console.shown(it)));
        } else {
            console.say(console.bold("%s at %s".formatted(server.name(), server.baseUrl())));
        }
        List<ModelRow> models = rows.of(server);
        if (!models.isEmpty()) {
            table.show(models);
        }
    }

    private static void footer(ModelCatalog catalog, ModelRows rows, Console console) {
        console.say("");
        console.say(
                console.dim(
                        "Prices per million tokens. From: of context, output and price, in this"
                                + " order."));
        console.say(
                console.dim(
                        "The built-in table has windows of %s and prices of %s."
                                .formatted(ModelSizes.tableDate(), Prices.tableDate())));
        long leftOut = rows.leftOut(catalog);
        if (leftOut > 0) {
            console.say(
                    console.dim(
                            "%d that cannot chat or call tools are left out; --all shows them."
                                    .formatted(leftOut)));
        }
    }

    /// Fails if nothing is listed.
    private static int code(
            ModelCatalog catalog, ModelRows rows, List<ModelRow> shown, Console console) {
        if (!shown.isEmpty() || catalog.local().stream().anyMatch(it -> !rows.of(it).isEmpty())) {
            return 0;
        }
        if (rows.pattern().isPresent()) {
            console.note("no model matches " + rows.pattern().get());
        }
        return 1;
    }
}
