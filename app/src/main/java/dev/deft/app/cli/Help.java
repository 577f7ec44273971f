package dev.deft.app.cli;

import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.OptionGroup;
import dev.deft.app.terminal.TextTable;
import java.util.List;
import java.util.function.UnaryOperator;

/// The help texts.
final class Help {

    private static final int WIDEST = 100;
    private static final int WIDEST_NAME = 28;
    private static final int LEAST_TEXT = 20;
    private static final String INDENT = "  ";

    private Help() {}

    static String ofProgram(Console console, List<Command> commands) {
        var text = new StringBuilder();
        text.append(
                "%s a coding agent and its tools for the command line and the JVM.\n\n"
                        .formatted(console.bold("deft:")));
        text.append("Usage: deft [OPTIONS]           talk to the agent in this terminal\n");
        text.append("       deft COMMAND [OPTIONS]\n\n");
        int width = width(console);
        commands.forEach(
                it -> text.append(entry(it.name(), it.summary(), 10, width, console::bold)));
        text.append('\n');
        text.append(
                entry(
                        "-p PROMPT",
                        "the same as deft run -p PROMPT; any option of run may come first",
                        10,
                        width,
                        it -> it));
        text.append(entry("--version", "show the version", 10, width, it -> it));
        text.append(
                entry(
                        "--help",
                        "show this help; deft COMMAND --help says more",
                        10,
                        width,
                        it -> it));
        return text.toString().stripTrailing();
    }

    static String of(Console console, Command command) {
        var text = new StringBuilder();
        int width = width(console);
        text.append(String.join("\n", TextTable.wrapped(command.summary(), width))).append("\n\n");
        text.append(
                "Usage: deft %s\n\n"
                        .formatted((command.name() + " " + command.synopsis()).strip()));
        int widest = Math.min(WIDEST_NAME, width - LEAST_TEXT - 2 * INDENT.length());
        int names =
                command.allOptions().stream()
                        .mapToInt(it -> it.shown().length())
                        .filter(it -> it <= widest)
                        .max()
                        .orElse(0);
        String gap = "";
        for (OptionGroup group : command.groups()) {
            text.append(gap);
            if (!group.title().isEmpty()) {
                text.append(group.title()).append(":\n");
            }
            group.options()
                    .forEach(it ->
                            text.append(entry(it.shown(), it.help(), names, width, console::bold)));
            gap = "\n";
        }
        if (!command.examples().isEmpty()) {
            text.append("\nExamples:\n");
            command.examples().forEach(it -> text.append("  %s\n".formatted(it)));
        }
        return text.toString().stripTrailing();
    }

    private static int width(Console console) {
        return Math.min(WIDEST, console.columns());
    }

    /// Prints a name and its description in two columns, or on two lines if the name is long.
    private static String entry(
            String name, String meaning, int names, int width, UnaryOperator<String> style) {
        int column = INDENT.length() + names + INDENT.length();
        List<String> lines = TextTable.wrapped(meaning, Math.max(LEAST_TEXT, width - column));
        String indent = " ".repeat(column);
        String gap =
                name.length() > names ? "\n" + indent : " ".repeat(names - name.length()) + INDENT;
        return INDENT + style.apply(name) + gap + String.join("\n" + indent, lines) + "\n";
    }
}
