package dev.deft.app.cli.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A subcommand of `deft`.
public interface Command {

    /// Options of every command.
    List<CommandOption> COMMON =
            List.of(
                    CommandOption.taking(
                            "--root",
                            "DIR",
                            "the workspace (default: the nearest directory from here upward with .deft or .git)"),
                    CommandOption.flag("--help", "show this help").or("-h"));

    String name();

    /// The arguments after the name, for the help.
    String synopsis();

    /// The words that may follow the name.
    default List<String> words() {
        return List.of();
    }

    /// What it does, in one line.
    String summary();

    List<CommandOption> options();

    /// The same options and the common ones, in groups for the help; a short list is one group
    /// without a title.
    default List<OptionGroup> groups() {
        return List.of(new OptionGroup("", allOptions()));
    }

    /// Command lines to try.
    List<String> examples();

    /// Runs the command.
    ///
    /// @return the exit code
    int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException;

    /// Called when the command line is invalid, before the error is printed.
    default void misused(List<String> words, String why, Console console) {}

    default List<CommandOption> allOptions() {
        var all = new ArrayList<>(options());
        all.addAll(COMMON);
        return all;
    }
}
