package dev.deft.app.cli.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// One of the things `deft` can do.
public interface Command {

    /// Goes with every command.
    List<CommandOption> COMMON =
            List.of(
                    CommandOption.taking(
                            "--root",
                            "DIR",
                            "the workspace (default: the nearest directory from here upward with .deft or .git)"),
                    CommandOption.flag("--help", "show this help").or("-h"));

    String name();

    /// The words after the name, for help.
    String synopsis();

    /// The words that may come first after the name.
    default List<String> words() {
        return List.of();
    }

    /// What it does, in one line.
    String summary();

    List<CommandOption> options();

    /// Lines to try.
    List<String> examples();

    /// Does it.
    ///
    /// @return the exit code
    int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException;

    /// Told of a command line that could not be read, before the person is.
    default void misused(List<String> words, String why, Console console) {}

    default List<CommandOption> allOptions() {
        var all = new ArrayList<>(options());
        all.addAll(COMMON);
        return all;
    }
}
