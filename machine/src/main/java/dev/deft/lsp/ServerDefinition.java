package dev.deft.lsp;

import dev.deft.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// How a language server is started, and which files it serves.
///
/// @param command the program and its arguments
/// @param extensions of the files, without a dot
/// @param environment added to the filtered environment
/// @param options sent to the server when it starts
public record ServerDefinition(
        String name,
        List<String> command,
        List<String> extensions,
        Map<String, String> environment,
        Optional<Json.Obj> options) {

    public ServerDefinition {
        command = List.copyOf(command);
        extensions =
                extensions.stream()
                        .map(it -> it.startsWith(".") ? it.substring(1) : it)
                        .map(it -> it.toLowerCase(Locale.ROOT))
                        .toList();
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a language server needs a command: " + name);
        }
    }

    static ServerDefinition of(String name, List<String> command, String... extensions) {
        return new ServerDefinition(name, command, List.of(extensions), Map.of(), Optional.empty());
    }

    ServerDefinition with(Json.Obj other) {
        return new ServerDefinition(name, command, extensions, environment, Optional.of(other));
    }

    /// Whether it serves a file.
    boolean serves(String path) {
        return extension(path).filter(extensions::contains).isPresent();
    }

    /// The extension of a file, in lower case.
    static Optional<String> extension(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return dot < 0
                ? Optional.empty()
                : Optional.of(name.substring(dot + 1).toLowerCase(Locale.ROOT));
    }
}
