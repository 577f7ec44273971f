package dev.deft.app.cli;

import java.util.Optional;

/// An option of a command.
///
/// @param name with its dashes
/// @param value what stands for its value in help; nothing for a flag
record Option(String name, Optional<String> value, String help) {

    static Option flag(String name, String help) {
        return new Option(name, Optional.empty(), help);
    }

    static Option taking(String name, String value, String help) {
        return new Option(name, Optional.of(value), help);
    }

    String shown() {
        return value.map(it -> name + " " + it).orElse(name);
    }
}
