package dev.deft.app.cli.serve;

import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.OptionGroup;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.RunOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `deft serve`: the HTTP API and the web console, until it is told to end.
public final class ServeCommand implements Command {

    private final String version;

    /// @param version of the program, which clients are told
    public ServeCommand(String version) {
        this.version = version;
    }

    @Override
    public String name() {
        return "serve";
    }

    @Override
    public String synopsis() {
        return "[OPTIONS]";
    }

    @Override
    public String summary() {
        return "Serve the web console and the HTTP API.";
    }

    @Override
    public List<CommandOption> options() {
        return own().stream().flatMap(it -> it.options().stream()).toList();
    }

    @Override
    public List<OptionGroup> groups() {
        List<OptionGroup> groups = new ArrayList<>(own());
        groups.add(new OptionGroup("General", COMMON));
        return groups;
    }

    /// Clients say which session goes on.
    private static List<OptionGroup> own() {
        List<OptionGroup> groups =
                new ArrayList<>(
                        List.of(
                                new OptionGroup("What is served", ServeOptions.SERVED),
                                new OptionGroup("Address", ServeOptions.LISTENING),
                                new OptionGroup("Output", ServeOptions.OUTPUT)));
        RunOptions.shared().stream()
                .filter(it -> !it.options().contains(RunOptions.SESSION))
                .forEach(groups::add);
        return groups;
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft serve",
                "deft serve --open",
                "deft serve --workspace shop=/srv/shop --workspace blog=/srv/blog",
                "deft serve --host 0.0.0.0 --public-url https://deft.example.com --proxy 10.0.0.5");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        arguments.allowWords(0);
        return Serving.run(arguments, console, version, _ -> {});
    }
}
