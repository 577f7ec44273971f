package dev.deft.app.cli.mcp;

import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.instance.InstanceTools;
import dev.deft.mcp.server.McpToolServer;
import dev.deft.policy.Policy;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// `deft guest`: the tools of instances as an MCP server.
public final class GuestCommand implements Command {

    private static final String DIALECT = "aegis";

    private final String version;

    public GuestCommand(String version) {
        this.version = version;
    }

    @Override
    public String name() {
        return "guest";
    }

    @Override
    public String synopsis() {
        return "[OPTIONS]";
    }

    @Override
    public String summary() {
        return "Serve the tools for instances to an MCP client, on standard input and output.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(McpServing.POLICY);
    }

    @Override
    public List<String> examples() {
        return List.of("deft guest", "deft guest --policy policy.json");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        arguments.allowWords(0);
        try (Engine engine = Options.withoutPlugins(console);
                Workspace workspace = engine.workspace(Options.root(arguments, console));
                McpToolServer server =
                        McpToolServer.builder(workspace)
                                .environment(console.environment())
                                .identity(name(), version, "")
                                .agent(agent(arguments, engine, console))
                                .onlyTools()
                                .build()) {
            server.serve(console.in(), console.out());
            return 0;
        }
    }

    private static AgentSpec agent(ParsedArguments arguments, Engine engine, Console console)
            throws UsageException {
        Policy policy = Policy.unspecified();
        if (arguments.has(McpServing.POLICY.name())) {
            policy = Options.policy(arguments, console);
            Options.requireSound(arguments, policy, engine);
        }
        Set<String> tools =
                InstanceTools.all().stream()
                        .map(it -> it.spec().id())
                        .collect(Collectors.toUnmodifiableSet());
        return AgentSpec.standard()
                .named("guest")
                .policy(policy)
                .toolset(new AgentSpec.Toolset(Optional.of(tools), DIALECT, Optional.empty()));
    }
}
