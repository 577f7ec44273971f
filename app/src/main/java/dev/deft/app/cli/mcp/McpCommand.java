package dev.deft.app.cli.mcp;

import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `deft mcp`: without an action it serves the tools to an MCP client; the actions are about the
/// servers that agents use.
public final class McpCommand implements Command {

    @Override
    public String name() {
        return "mcp";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [OPTIONS]

          (nothing)               serve the tools of this workspace to an MCP client, on standard
                                  input and output, or on --http PORT\
        """;
    }

    @Override
    public List<String> words() {
        return List.of();
    }

    @Override
    public String summary() {
        return "Serve the tools to MCP clients.";
    }

    @Override
    public List<CommandOption> options() {
        List<CommandOption> all = new ArrayList<>(McpServing.OPTIONS);
        return all;
    }

    @Override
    public List<String> examples() {
        return List.of("deft mcp", "deft mcp --http 7331 --policy policy.json");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        if (arguments.words().isEmpty()) {
            return McpServing.serve(arguments, console);
        }
        throw new UsageException(
                "unknown action \"%s\"".formatted(arguments.words().getFirst()));
    }
}
