package dev.deft.app.interactive.slash;

import dev.deft.agent.config.Settings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.model.listing.ListCache;
import dev.deft.agent.model.listing.ListedModel;
import dev.deft.agent.model.listing.LocalServer;
import dev.deft.agent.model.listing.ModelCatalog;
import dev.deft.agent.model.listing.ModelFigures;
import dev.deft.agent.model.listing.ProviderList;
import dev.deft.agent.model.listing.ProviderLists;
import dev.deft.app.terminal.dialog.Picker;
import dev.deft.dialect.Dialects;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `/model`: another model for the conversation.
final class ModelSwitch {

    private static final int THOUSAND = 1_000;

    private ModelSwitch() {}

    static void run(String arguments, SlashContext conversation) {
        if (!arguments.isEmpty()) {
            conversation.useModel(arguments);
            return;
        }
        conversation.work(
                "Asking for models",
                () -> choices(conversation),
                choices -> pick(choices, conversation));
    }

    /// A model that can be picked.
    ///
    /// @param address of a server that is not configured; it cannot be used without
    private record Choice(String name, String detail, Optional<String> address) {}

    /// The models, and what went wrong.
    private record Choices(List<Choice> list, List<String> problems) {}

    private static Choices choices(SlashContext conversation)
            throws IOException, InterruptedException {
        Trust trust =
                Trust.of(
                        conversation.session().policy(),
                        conversation.workspace().root(),
                        conversation.environment());
        Settings settings =
                conversation.workspace().configuration(Dialects.DEFAULT, trust).settings();
        var cache =
                new ListCache(
                        UserDirectories.from(conversation.environment()).cache(),
                        InstantSource.system());
        ModelCatalog catalog =
                ModelCatalog.ask(settings, conversation.environment(), cache, ProviderLists.TIME);
        List<Choice> list = new ArrayList<>();
        List<String> problems = new ArrayList<>(catalog.notices());
        for (ProviderList provider : catalog.providers()) {
            switch (provider) {
                case ProviderList.Failed failed -> problems.add(failed.message());
                case ProviderList.Listed listed ->
                        listed.models().stream()
                                .filter(ListedModel::suitable)
                                .map(it -> choice(settings, listed.provider(), it))
                                .sorted(Comparator.comparing(Choice::name))
                                .forEach(list::add);
            }
        }
        for (LocalServer server : catalog.local()) {
            server.suitable()
                    .forEach(it ->
                            list.add(
                                    new Choice(
                                            "openai/" + it.id(),
                                            server.name() + ", on this machine",
                                            Optional.of(server.baseUrl()))));
        }
        if (list.stream().noneMatch(it -> it.name().equals(conversation.model()))) {
            list.addFirst(new Choice(conversation.model(), "", Optional.empty()));
        }
        return new Choices(list, problems);
    }

    private static Choice choice(Settings settings, String provider, ListedModel model) {
        String name = provider + "/" + model.id();
        ModelFigures figures = ModelFigures.of(settings, name, Optional.of(model));
        String price =
                figures.price()
                        .map(it ->
                                String.format(
                                        Locale.ROOT,
                                        ", $%s in, $%s out",
                                        plain(it.price().input()),
                                        plain(it.price().output())))
                        .orElse("");
        return new Choice(
                name, figures.context().count() / THOUSAND + "k" + price, Optional.empty());
    }

    private static String plain(double dollars) {
        return String.format(Locale.ROOT, "%.2f", dollars).replaceAll("\\.?0+$", "");
    }

    private static void pick(Choices choices, SlashContext conversation) {
        choices.problems().forEach(conversation::warn);
        List<Picker.Item<Choice>> items = new ArrayList<>();
        int selected = 0;
        for (Choice choice : choices.list()) {
            boolean current = choice.name().equals(conversation.model());
            selected = current ? items.size() : selected;
            String detail = current ? ("in use  " + choice.detail()).strip() : choice.detail();
            items.add(new Picker.Item<>(choice, choice.name(), detail));
        }
        conversation.ask(
                new Picker<>(
                        conversation.theme(),
                        "Use another model",
                        items,
                        Picker.Setup.selecting(selected)),
                picked -> picked.ifPresent(it -> use(it, conversation)));
    }

    private static void use(Choice choice, SlashContext conversation) {
        if (choice.address().isPresent()) {
            conversation.note(
                    "To use a server on this machine, start deft with OPENAI_BASE_URL=%s and --model %s."
                            .formatted(choice.address().get(), choice.name()));
        } else if (!choice.name().equals(conversation.model())) {
            conversation.useModel(choice.name());
        }
    }
}
