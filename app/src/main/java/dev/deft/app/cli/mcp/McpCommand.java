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

    private final String version;

    public McpCommand(String version) {
        this.version = version;
    }

    @Override
    public String name() {
        return "mcp";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [OPTIONS]

          (nothing)               serve the tools of this workspace to an MCP client, on standard
                                  input and output, or on --http PORT
          list                    list the servers whose tools agents use
          add NAME -- COMMAND...  add a server that is a program
          add NAME URL            add a server that is reached over HTTP
          add browser|playwright  add one that controls a browser
          remove NAME             remove a server
          test NAME               connect to a server, and show what it has
          login NAME              sign in to a server
          logout NAME             forget what signing in gave\
        """;
    }

    @Override
    public List<String> words() {
        return List.of("list", "add", "remove", "test", "login", "logout");
    }

    @Override
    public String summary() {
        return "Serve the tools to MCP clients, and list, add and test servers.";
    }

    @Override
    public List<CommandOption> options() {
        List<CommandOption> all = new ArrayList<>(McpServing.OPTIONS);
        all.addAll(ServerOptions.ALL);
        return all;
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft mcp",
                "deft mcp --http 7331 --policy policy.json",
                "deft mcp add files -- npx -y @modelcontextprotocol/server-filesystem .",
                "deft mcp add tracker https://tracker.example/mcp --header \"X-Team: compilers\"",
                "deft mcp add browser",
                "deft mcp test files");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        if (arguments.words().isEmpty()) {
            return McpServing.serve(arguments, console, version);
        }
        String action = arguments.words().getFirst();
        return switch (action) {
            case "list" -> ServerList.run(arguments, console);
            case "add" -> ServerAdd.add(arguments, console);
            case "remove" -> ServerAdd.remove(arguments, console);
            case "test" -> ServerCheck.run(arguments, console);
            case "login" -> SignInActions.login(arguments, console);
            case "logout" -> SignInActions.logout(arguments, console);
            default ->
                    throw new UsageException(
                            "unknown action \"%s\"; use one of %s"
                                    .formatted(action, String.join(", ", words())));
        };
    }
}
