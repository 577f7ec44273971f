package dev.deft.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// One of the things `deft` can do.
interface Command {

    /// Goes with every command.
    List<Option> COMMON =
            List.of(
                    Option.taking("--root", "DIR", "the workspace (default: here)"),
                    Option.flag("--help", "show this help"));

    String name();

    /// The words after the name, for help.
    String synopsis();

    /// What it does, in one line.
    String summary();

    List<Option> options();

    /// Lines to try.
    List<String> examples();

    /// Does it.
    ///
    /// @return the exit code
    int run(Arguments arguments, Console console)
            throws UsageException, IOException, InterruptedException;

    default List<Option> allOptions() {
        var all = new ArrayList<>(options());
        all.addAll(COMMON);
        return all;
    }
}
