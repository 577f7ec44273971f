package dev.deft.app.cli.run;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Settings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.model.listing.ListCache;
import dev.deft.agent.model.listing.ListedModel;
import dev.deft.agent.model.listing.ModelCatalog;
import dev.deft.agent.model.listing.ProviderList;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentCatalog;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.engine.choice.CallAgent;
import dev.deft.policy.Policy;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Agents and models as the command line and the configuration of each workspace have them.
///
/// @param arguments of the command line
/// @param models which sessions share
public record ConfiguredAgents(
        Engine engine, ParsedArguments arguments, Console console, SharedModels models)
        implements AgentChoices {

    /// Agents with models of their own.
    public ConfiguredAgents(Engine engine, ParsedArguments arguments, Console console) {
        this(engine, arguments, console, new SharedModels());
    }

    @Override
    public Map<String, String> environment() {
        return console.environment();
    }

    @Override
    public Chosen choose(Path root, Choice choice, Approver person) throws IOException {
        ParsedArguments asked = arguments.with("--root", root.toString());
        if (choice.agent().isPresent()) {
            asked = asked.with(RunOptions.AGENT.name(), choice.agent().get());
        }
        if (choice.model().isPresent()) {
            asked = asked.with(RunOptions.MODEL.name(), choice.model().get());
        }
        try {
            RunOptions.RunSetup setup = new RunOptions(asked, console).setup(true, () -> person);
            return new Chosen(
                    setup.agent(),
                    ConfiguredModels.of(setup.model(), setup.fallbacks(), models::of),
                    setup.model().wire() + "/" + setup.model().model(),
                    setup.approver(),
                    setup.directories(),
                    setup.warnings());
        } catch (UsageException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public AgentSpec callAgent(Path root, Optional<String> agent) throws IOException {
        try {
            Optional<Policy> policy =
                    arguments.has(RunOptions.POLICY.name())
                            ? Optional.of(Options.policy(arguments, console))
                            : Optional.empty();
            return CallAgent.read(
                            root,
                            environment(),
                            policy,
                            agent.or(() -> arguments.value(RunOptions.AGENT.name())),
                            Dialects.DEFAULT)
                    .rules(AllowOptions.rules(arguments));
        } catch (UsageException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public void checkKey() throws IOException {
        choose(console.directory(), Choice.CONFIGURED, Approver.HEADLESS).model().close();
    }

    @Override
    public List<String> models(Path root) {
        try {
            Settings settings =
                    Configuration.read(root, environment(), Dialects.DEFAULT, trust(root))
                            .settings();
            var cache =
                    new ListCache(
                            UserDirectories.from(environment()).cache(), InstantSource.system());
            List<String> names = new ArrayList<>();
            for (ProviderList it : ModelCatalog.kept(settings, environment(), cache).providers()) {
                if (it instanceof ProviderList.Listed listed) {
                    listed.models().stream()
                            .filter(ListedModel::suitable)
                            .map(model -> listed.provider() + "/" + model.id())
                            .sorted()
                            .forEach(names::add);
                }
            }
            return names;
        } catch (IOException e) {
            // Opening the session says what is wrong with the configuration.
            return List.of();
        }
    }

    private Trust trust(Path root) throws IOException {
        return Trust.of(Policy.unspecified(), root, environment());
    }

    @Override
    public List<AgentDefinition> agents(Path root) throws IOException {
        return AgentCatalog.read(root, environment(), trust(root)).list().stream()
                .filter(it -> it.mode().forUsers())
                .toList();
    }

    @Override
    public void note(String text) {
        console.note(text);
    }
}
