package dev.deft.app.cli.command;

import java.util.List;

/// Options that the help shows together.
///
/// @param title such as `Output`
public record OptionGroup(String title, List<CommandOption> options) {

    public OptionGroup {
        options = List.copyOf(options);
    }
}
