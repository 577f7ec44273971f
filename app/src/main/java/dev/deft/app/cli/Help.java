package dev.deft.app.cli;

import java.util.List;

/// What people read when they ask for help.
final class Help {

    private Help() {}

    static String ofProgram(Console console, List<Command> commands) {
        var text = new StringBuilder();
        text.append(
                "%s the hands of an AI agent: tools that read, change, search, run and remember.\n\n"
                        .formatted(console.bold("deft:")));
        text.append("Usage: deft COMMAND [OPTIONS]\n\n");
        commands.forEach(it ->
                text.append(
                        "  %s  %s\n"
                                .formatted(
                                        console.bold("%-9s".formatted(it.name())), it.summary())));
        text.append("\n  %-9s  %s\n".formatted("--version", "show the version"));
        text.append(
                "  %-9s  %s\n"
                        .formatted("--help", "show this help; deft COMMAND --help says more"));
        return text.toString().stripTrailing();
    }

    static String of(Console console, Command command) {
        var text = new StringBuilder();
        text.append("%s\n\n".formatted(command.summary()));
        text.append(
                "Usage: deft %s\n\n"
                        .formatted((command.name() + " " + command.synopsis()).strip()));
        command.allOptions()
                .forEach(it ->
                        text.append(
                                "  %s  %s\n"
                                        .formatted(
                                                console.bold("%-18s".formatted(it.shown())),
                                                it.help())));
        if (!command.examples().isEmpty()) {
            text.append("\nExamples:\n");
            command.examples().forEach(it -> text.append("  %s\n".formatted(it)));
        }
        return text.toString().stripTrailing();
    }
}
