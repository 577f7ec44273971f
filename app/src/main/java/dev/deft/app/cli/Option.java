package dev.deft.app.cli;

import java.util.Optional;

/// An option of a command.
///
/// @param name with its dashes
/// @param value what stands for its value in help; nothing for a flag
/// @param often whether it may be given more than once
record Option(String name, Optional<String> value, String help, boolean often) {

    static Option flag(String name, String help) {
        return new Option(name, Optional.empty(), help, false);
    }

    static Option taking(String name, String value, String help) {
        return new Option(name, Optional.of(value), help, false);
    }

    /// One that may be given more than once.
    static Option often(String name, String value, String help) {
        return new Option(name, Optional.of(value), help, true);
    }

    String shown() {
        return value.map(it -> name + " " + it).orElse(name);
    }
}
