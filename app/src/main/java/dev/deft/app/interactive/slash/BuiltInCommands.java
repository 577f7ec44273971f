package dev.deft.app.interactive.slash;

import java.util.List;
import java.util.Optional;

/// The built-in slash commands, in the order of the help.
public final class BuiltInCommands {

    private static final List<BuiltInCommand> ALL =
            List.of(
                    new BuiltInCommand(
                            "clear",
                            "",
                            "start a new session on a clear screen",
                            false,
                            (_, conversation) -> {
                                conversation.clearScreen();
                                conversation.openNew();
                            }),
                    new BuiltInCommand(
                            "quit", "", "leave", true, (_, conversation) -> conversation.leave()));

    private BuiltInCommands() {}

    public static List<BuiltInCommand> list() {
        return ALL;
    }

    public static Optional<BuiltInCommand> find(String name) {
        return ALL.stream().filter(it -> it.name().equals(name)).findFirst();
    }
}
