package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Maps the memory tools of the pegasus dialect, whose paths are relative to `memory/`.
final class MemoryMappings {

    private static final String DIRECTORY = "memory/";

    private static final Mapping CHANGE =
            new Mapping(MemoryMappings::below, MemoryMappings::changed);

    static final Map<String, Mapping> PEGASUS =
            Map.of(
                    "memory_list",
                    new Mapping(it -> it, MemoryMappings::files),
                    "memory_read",
                    new Mapping(
                            MemoryMappings::below,
                            it -> new Json.Str(it.text("content").orElse(""))),
                    "memory_write",
                    CHANGE,
                    "memory_patch",
                    CHANGE,
                    "memory_append",
                    CHANGE);

    private MemoryMappings() {}

    /// An absolute path stays one: the tool judges where it leads.
    private static Json.Obj below(Json.Obj arguments) {
        Optional<String> path = arguments.text("path").filter(it -> !it.startsWith("/"));
        return path.isPresent() ? arguments.with("path", DIRECTORY + path.get()) : arguments;
    }

    private static Json.Obj changed(Json.Obj data) {
        return data.with("path", relative(data));
    }

    private static String relative(Json.Obj data) {
        String path = data.text("path").orElse("");
        return path.startsWith(DIRECTORY) ? path.substring(DIRECTORY.length()) : path;
    }

    /// `MEMORY.md` lies outside of the directory and cannot be named here.
    private static Json files(Json.Obj data) {
        List<Json.Obj> files =
                JsonReshaping.objects(data, "files").stream()
                        .filter(it -> it.text("path").orElse("").startsWith(DIRECTORY))
                        .map(MemoryMappings::changed)
                        .toList();
        return JsonReshaping.list(files);
    }
}
