package dev.deft.app.cli;

import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import java.util.ArrayList;
import java.util.List;

/// `deft completion`: prints a completion script for a shell.
final class CompletionCommand implements Command {

    private final List<Command> commands;

    CompletionCommand(List<Command> others) {
        this.commands = new ArrayList<>(others);
        commands.add(this);
    }

    @Override
    public String name() {
        return "completion";
    }

    @Override
    public String synopsis() {
        return "bash | zsh | fish";
    }

    @Override
    public List<String> words() {
        return List.of("bash", "zsh", "fish");
    }

    @Override
    public String summary() {
        return "Print a script that completes command lines in a shell.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of();
    }

    @Override
    public List<String> examples() {
        return List.of(
                "source <(deft completion bash)",
                "deft completion zsh > ~/.zfunc/_deft",
                "deft completion fish > ~/.config/fish/completions/deft.fish");
    }

    @Override
    public int run(ParsedArguments arguments, Console console) throws UsageException {
        String shell =
                arguments
                        .word(0)
                        .orElseThrow(() -> new UsageException("name a shell: bash, zsh or fish"));
        arguments.allowWords(1);
        var scripts = new CompletionScripts(commands);
        console.say(
                switch (shell) {
                    case "bash" -> scripts.bash();
                    case "zsh" -> scripts.zsh();
                    case "fish" -> scripts.fish();
                    default ->
                            throw new UsageException(
                                    "\"%s\" is not one of bash, zsh, fish".formatted(shell));
                });
        return 0;
    }
}
