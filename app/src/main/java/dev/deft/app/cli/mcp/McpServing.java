package dev.deft.app.cli.mcp;

import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import java.io.IOException;
import java.util.List;

/// Serves the tools of a workspace to MCP clients.
final class McpServing {

    static final CommandOption HTTP =
            CommandOption.taking("--http", "PORT", "serve on this port; 0 for a free one");

    static final List<CommandOption> OPTIONS =
            List.of(
                    HTTP,
                    Options.POLICY,
                    Options.DIALECT,
                    Options.COLLECTION,
                    Options.SESSION,
                    Options.ADD_DIR);

    private McpServing() {}

    static int serve(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        arguments.allowWords(0);
        throw new UsageException("serving comes with the next commit");
    }
}
