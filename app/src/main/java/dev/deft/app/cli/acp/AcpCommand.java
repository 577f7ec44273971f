package dev.deft.app.cli.acp;

import dev.deft.acp.AcpAgent;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.OptionGroup;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.ConfiguredAgents;
import dev.deft.app.cli.run.ModelsByName;
import dev.deft.app.cli.run.RunOptions;
import dev.deft.engine.Engine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `deft acp`: serves the agent to an editor on standard input and output.
public final class AcpCommand implements Command {

    private final String version;

    /// @param version of the program, which editors show
    public AcpCommand(String version) {
        this.version = version;
    }

    @Override
    public String name() {
        return "acp";
    }

    @Override
    public String synopsis() {
        return "[OPTIONS]";
    }

    @Override
    public String summary() {
        return "Serve the agent to an editor, over the Agent Client Protocol.";
    }

    @Override
    public List<CommandOption> options() {
        return shared().stream().flatMap(it -> it.options().stream()).toList();
    }

    /// The editor says which session goes on.
    private static List<OptionGroup> shared() {
        return RunOptions.shared().stream()
                .filter(it -> !it.options().contains(RunOptions.SESSION))
                .toList();
    }

    @Override
    public List<OptionGroup> groups() {
        List<OptionGroup> groups = new ArrayList<>(shared());
        groups.add(new OptionGroup("General", COMMON));
        return groups;
    }

    @Override
    public List<String> examples() {
        return List.of("deft acp", "deft acp --model openai/gpt-5.1 --allow \"bash npm test *\"");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        arguments.allowWords(0);
        var options = new RunOptions(arguments, console);
        options.check();
        if (console.hasKeyboard()) {
            console.note("editors start deft acp; it waits for their messages now (end: Ctrl-D)");
        }
        try (var models = new ModelsByName(options::model);
                Engine engine = Options.engine(console, models)) {
            options.requireSound(engine);
            AcpAgent.serve(
                    console.in(),
                    console.out(),
                    new ConfiguredAgents(engine, arguments, console),
                    version);
        }
        return 0;
    }
}
