package dev.deft.script.table;

import dev.deft.resource.Resources;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Knows which commands install a program for all projects, or download one and run it.
public final class PackageInstalls {

    private static final String FIRST = "first";
    private static final String ALWAYS = "always";
    private static final String VERSION = "@";
    private static final int SHORTEST_ABBREVIATION = 2;

    private final CommandTable names;
    private final Map<String, List<Line>> lines = new HashMap<>();

    /// A line of the table.
    ///
    /// @param actions one of them must be there; empty if the program is enough
    /// @param signs one of them must be there too
    private record Line(List<String> actions, List<String> signs) {}

    private PackageInstalls(CommandTable names, String text) {
        this.names = names;
        for (String line : text.split("\n", -1)) {
            if (line.isEmpty() || line.charAt(0) == '#') {
                continue;
            }
            int colon = line.indexOf(": ");
            List<String> head = List.of(line.substring(0, colon).split(" ", -1));
            lines.computeIfAbsent(head.getFirst(), _ -> new ArrayList<>())
                    .add(
                            new Line(
                                    head.subList(1, head.size()),
                                    List.of(line.substring(colon + 2).split(" ", -1))));
        }
    }

    /// The table of this version of Deft.
    public static PackageInstalls standard() {
        return Standard.TABLE;
    }

    /// Whether a command does so. Words that are known only at run time count for nothing: where a
    /// rule allows them, it allows what they may be.
    public boolean isInstall(SimpleCommand command) {
        Optional<String> program = command.program();
        if (program.isEmpty()) {
            return false;
        }
        List<String> arguments =
                command.words().stream()
                        .skip(1)
                        .map(Word::constant)
                        .flatMap(Optional::stream)
                        .toList();
        return Stream.of(program.get(), names.canonical(program.get()))
                .flatMap(it -> lines.getOrDefault(it, List.of()).stream())
                .anyMatch(it -> fits(it, arguments));
    }

    private static boolean fits(Line line, List<String> arguments) {
        boolean acts =
                line.actions().isEmpty() || arguments.stream().anyMatch(line.actions()::contains);
        return acts && line.signs().stream().anyMatch(it -> shows(it, arguments));
    }

    private static boolean shows(String sign, List<String> arguments) {
        if (sign.equals(ALWAYS)) {
            return true;
        }
        if (sign.equals(VERSION)) {
            return arguments.stream()
                    .anyMatch(it -> !it.startsWith("-") && it.lastIndexOf('@') > 0);
        }
        if (sign.startsWith(FIRST)) {
            String option = sign.substring(FIRST.length());
            return arguments.stream()
                    .takeWhile(it -> it.startsWith("-"))
                    .anyMatch(it -> isOption(it, option));
        }
        return arguments.stream().anyMatch(it -> isOption(it, sign));
    }

    /// `--glo`, `-global` and `--global=true` are `--global` too.
    private static boolean isOption(String given, String option) {
        if (given.equals(option)) {
            return true;
        }
        if (!option.startsWith("--") || !given.startsWith("-")) {
            return false;
        }
        String name = given.replaceFirst("^-+", "");
        String whole = option.substring(2);
        int equals = name.indexOf('=');
        if (whole.indexOf('=') < 0 && equals >= 0) {
            name = name.substring(0, equals);
        }
        return name.length() >= SHORTEST_ABBREVIATION && whole.startsWith(name);
    }

    private static final class Standard {

        private static final PackageInstalls TABLE =
                new PackageInstalls(
                        CommandTable.standard(),
                        Resources.text(PackageInstalls.class, "installs.txt"));
    }
}
