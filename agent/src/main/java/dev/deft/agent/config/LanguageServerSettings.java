package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A configured language server.
///
/// @param command the program and its arguments
/// @param extensions of the files it serves
/// @param environment added to the filtered environment; values may contain references, see
///   [References]
/// @param initializationOptions sent to the server when it starts
public record LanguageServerSettings(
        String name,
        List<String> command,
        List<String> extensions,
        Map<String, String> environment,
        Optional<Json.Obj> initializationOptions) {

    public LanguageServerSettings {
        command = List.copyOf(command);
        extensions = List.copyOf(extensions);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }
}
