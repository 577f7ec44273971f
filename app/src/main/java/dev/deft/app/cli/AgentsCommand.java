package dev.deft.app.cli;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.TextTable;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentCatalog;
import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.json.Json;
import dev.deft.policy.Policy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `deft agents`: lists the agents, and shows what one of them may do and where it says so.
final class AgentsCommand implements Command {

    private static final int LEAST_DESCRIPTION = 24;

    @Override
    public String name() {
        return "agents";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [OPTIONS]

          list                    (the default) list the agents and where they are defined
          show NAME               show an agent: what it has, what it may do, where it says so\
        """;
    }

    @Override
    public List<String> words() {
        return List.of("list", "show");
    }

    @Override
    public String summary() {
        return "List the agents, or show one.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(Options.JSON);
    }

    @Override
    public List<String> examples() {
        return List.of("deft agents", "deft agents show plan");
    }

    @Override
    public int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        String action = arguments.word(0).orElse("list");
        boolean json = arguments.has(Options.JSON.name());
        return switch (action) {
            case "list" -> {
                arguments.allowWords(1);
                yield list(arguments, json, console);
            }
            case "show" -> {
                arguments.allowWords(2);
                String name =
                        arguments
                                .word(1)
                                .orElseThrow(() ->
                                        new UsageException(
                                                "show needs a name: deft agents show NAME"));
                yield show(name, arguments, json, console);
            }
            default ->
                    throw new UsageException(
                            "unknown action \"%s\"; use one of list, show".formatted(action));
        };
    }

    private static int list(ParsedArguments arguments, boolean json, Console console)
            throws UsageException, IOException {
        AgentCatalog agents;
        try (Engine engine = Options.withoutPlugins(console);
                Workspace workspace = engine.workspace(Options.root(arguments, console))) {
            agents = workspace.agents(trust(workspace, console));
        }
        if (json) {
            console.sayIndented(json(agents));
            return 0;
        }
        var table =
                new TextTable(
                        TextTable.Column.fixed(console::bold),
                        TextTable.Column.fixed(console::dim),
                        TextTable.Column.flexible(console::shown, LEAST_DESCRIPTION),
                        TextTable.Column.optional(console::dim));
        agents.list()
                .forEach(it ->
                        table.add(it.name(), it.mode().wire(), it.description(), it.source()));
        console.say(table);
        agents.problems().forEach(it -> console.note(console.shown(it)));
        agents.notices().forEach(it -> console.note(console.shown(it)));
        agents.hidden().forEach(it -> console.note(console.shown(hidden(it, agents))));
        return 0;
    }

    private static String hidden(AgentDefinition hidden, AgentCatalog agents) {
        String by = agents.find(hidden.name()).map(AgentDefinition::source).orElse("");
        return "%s of %s is hidden by %s".formatted(hidden.name(), hidden.source(), by);
    }

    private static Json.Obj json(AgentCatalog agents) {
        return Json.Obj.EMPTY
                .with("agents", definitions(agents.list()))
                .with("hidden", definitions(agents.hidden()))
                .with("problems", Json.Arr.ofTexts(agents.problems()))
                .with("notices", Json.Arr.ofTexts(agents.notices()));
    }

    private static Json.Arr definitions(List<AgentDefinition> all) {
        List<Json> list = new ArrayList<>();
        for (AgentDefinition it : all) {
            Json.Obj agent =
                    Json.Obj.EMPTY
                            .with("name", it.name())
                            .with("mode", it.mode().wire())
                            .with("description", it.description())
                            .with("source", it.source());
            list.add(it.model().map(model -> agent.with("model", model)).orElse(agent));
        }
        return new Json.Arr(list);
    }

    private static int show(String name, ParsedArguments arguments, boolean json, Console console)
            throws UsageException, IOException {
        try (Engine engine = Options.engine(console);
                Workspace workspace = engine.workspace(Options.root(arguments, console))) {
            Trust trust = trust(workspace, console);
            AgentCatalog agents = workspace.agents(trust);
            Optional<AgentDefinition> found = agents.find(name);
            if (found.isEmpty()) {
                agents.problems().forEach(it -> console.note(console.shown(it)));
                throw new UsageException(agents.unknown(name));
            }
            Configuration configuration = workspace.configuration(Dialects.DEFAULT, trust);
            var view = new AgentView(found.get(), agents, configuration, engine.tools());
            if (json) {
                console.sayIndented(view.json());
            } else {
                view.print(console);
                agents.about(found.get()).forEach(it -> console.note(console.shown(it)));
            }
            return 0;
        }
    }

    private static Trust trust(Workspace workspace, Console console) throws IOException {
        return Trust.of(Policy.unspecified(), workspace.root(), console.environment());
    }
}
