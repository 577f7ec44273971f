package dev.deft.app.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An option of a command.
///
/// @param name with its dashes
/// @param value the placeholder of its value in the help; empty for a flag
/// @param often whether it may be repeated
/// @param also other names, such as a short one
/// @param choices its possible values, if there are only a few
public record CommandOption(
        String name,
        Optional<String> value,
        String help,
        boolean often,
        List<String> also,
        List<String> choices) {

    public CommandOption {
        also = List.copyOf(also);
        choices = List.copyOf(choices);
    }

    public static CommandOption flag(String name, String help) {
        return new CommandOption(name, Optional.empty(), help, false, List.of(), List.of());
    }

    public static CommandOption taking(String name, String value, String help) {
        return new CommandOption(name, Optional.of(value), help, false, List.of(), List.of());
    }

    /// An option that may be repeated.
    public static CommandOption often(String name, String value, String help) {
        return new CommandOption(name, Optional.of(value), help, true, List.of(), List.of());
    }

    /// The same option with additional names.
    public CommandOption or(String... names) {
        return new CommandOption(name, value, help, often, List.of(names), choices);
    }

    /// The same option with its possible values.
    public CommandOption of(List<String> values) {
        return new CommandOption(name, value, help, often, also, values);
    }

    /// All names, the long one first.
    public List<String> names() {
        List<String> names = new ArrayList<>(List.of(name));
        names.addAll(also);
        return names;
    }

    /// Whether its value is a file or a directory.
    public boolean takesPath() {
        return value.filter(List.of("DIR", "FILE", "PATH", "WHERE")::contains).isPresent();
    }

    boolean isCalled(String given) {
        return name.equals(given) || also.contains(given);
    }

    /// Its names for the help, short ones first.
    public String shown() {
        StringBuilder names = new StringBuilder();
        also.stream().filter(it -> !it.startsWith("--")).forEach(it -> names.append(it + ", "));
        names.append(name);
        also.stream().filter(it -> it.startsWith("--")).forEach(it -> names.append(", " + it));
        return value.map(it -> names + " " + it).orElse(names.toString());
    }
}
