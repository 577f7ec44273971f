package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.DialectTool.ArgumentMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Maps the arguments and results of the tools of the aegis dialect.
final class AegisMappings {

    private static final String WHEN_SEVERAL =
            "Add lines around it until it is unique, or pick one with occurrence, counted from 1,"
                    + " or with start_line and end_line.";

    private static final Map<String, Mapping> FILES =
            Map.of(
                    "read_file",
                    new Mapping(
                            AegisMappings::window,
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("path", "total_lines", "content", "truncated")
                                            .build()),
                    "write_file",
                    new Mapping(
                            ArgumentMapper.SAME,
                            it ->
                                    JsonReshaping.from(it)
                                            .put("ok", true)
                                            .keep("path")
                                            .rename("bytes", "bytes_written")
                                            .build()),
                    "edit_file",
                    new Mapping(
                            AegisMappings::edit,
                            it ->
                                    JsonReshaping.from(it)
                                            .put("ok", true)
                                            .keep("path", "lines_changed", "diff")
                                            .build()),
                    "list_files",
                    new Mapping(AegisMappings::directory, AegisMappings::entries),
                    "glob",
                    new Mapping(
                            ArgumentMapper.SAME,
                            it -> JsonReshaping.from(it).keep("pattern", "count", "files").build()),
                    "grep",
                    new Mapping(
                            it -> it.with("literal_fallback", new Json.Bool(true)),
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("pattern", "count", "matches")
                                            .put("truncated", JsonReshaping.isTruncated(it))
                                            .build()));

    private static final Map<String, Mapping> INSTANCES =
            Map.of(
                    "instance_spawn",
                    Mapping.NONE,
                    "instance_list",
                    new Mapping(ArgumentMapper.SAME, AegisMappings::instances));

    /// The directory that stands for the root in this dialect.
    private static final String WORKSPACE = "/workspace";

    private static final Set<String> PATHS = Set.of("path", "workspace");

    static final Map<String, Mapping> ALL =
            belowWorkspace(
                    ShellMappings.joined(
                            ShellMappings.joined(FILES, ShellMappings.AEGIS), INSTANCES));

    private AegisMappings() {}

    /// In paths of all tools, `/workspace` means the root.
    private static Map<String, Mapping> belowWorkspace(Map<String, Mapping> mappings) {
        Map<String, Mapping> all = new HashMap<>();
        mappings.forEach((name, it) ->
                all.put(
                        name,
                        new Mapping(
                                arguments -> it.arguments().map(belowWorkspace(arguments)),
                                it.data())));
        return Map.copyOf(all);
    }

    private static Json.Obj belowWorkspace(Json.Obj arguments) {
        Json.Obj mapped = arguments;
        for (String name : PATHS) {
            Optional<String> path = arguments.text(name);
            if (path.isPresent() && isBelowWorkspace(path.get())) {
                mapped = mapped.with(name, relative(path.get()));
            }
        }
        return mapped;
    }

    private static boolean isBelowWorkspace(String path) {
        return path.equals(WORKSPACE) || path.startsWith(WORKSPACE + "/");
    }

    private static String relative(String path) {
        int start = WORKSPACE.length();
        while (start < path.length() && path.charAt(start) == '/') {
            start++;
        }
        return start == path.length() ? "." : path.substring(start);
    }

    /// Only a range has line numbers; the whole file comes as it is.
    private static Json.Obj window(Json.Obj arguments) {
        boolean range =
                arguments.find("start_line").isPresent() || arguments.find("end_line").isPresent();
        JsonReshaping mapped =
                JsonReshaping.from(arguments)
                        .keep("path")
                        .rename("start_line", "offset")
                        .put("numbered", range);
        long start = JsonReshaping.integerOr(arguments, "start_line", 1);
        JsonReshaping.integer(arguments, "end_line")
                .ifPresent(end -> {
                    if (end < start) {
                        throw new IllegalArgumentException(
                                "end_line is %d, before start_line %d".formatted(end, start));
                    }
                    mapped.put("limit", Json.Num.of(end - start + 1));
                });
        return mapped.build();
    }

    private static Json.Obj edit(Json.Obj arguments) {
        boolean lines = arguments.find("start_line").isPresent();
        if (arguments.text("old_text").isEmpty() && !lines) {
            throw new IllegalArgumentException("give old_text, or start_line and end_line");
        }
        if (!lines && arguments.find("end_line").isPresent()) {
            throw new IllegalArgumentException("end_line needs start_line");
        }
        JsonReshaping mapped =
                JsonReshaping.from(arguments)
                        .keep("path", "new_text", "start_line", "end_line", "occurrence");
        return mapped.put("old_text", new Json.Str(arguments.text("old_text").orElse("")))
                .put("when_several", new Json.Str(WHEN_SEVERAL))
                .build();
    }

    private static Json instances(Json.Obj data) {
        List<Json.Obj> instances =
                JsonReshaping.objects(data, "instances").stream()
                        .map(it -> JsonReshaping.from(it).keep("id", "handle", "state").build())
                        .toList();
        return Json.Obj.EMPTY.with("instances", JsonReshaping.list(instances));
    }

    private static Json.Obj directory(Json.Obj arguments) {
        return arguments
                .with("path", arguments.text("path").orElse("."))
                .with("detailed", new Json.Bool(true));
    }

    /// The count is that of all entries, also where the list is cut.
    private static Json entries(Json.Obj data) {
        List<Json.Obj> entries =
                JsonReshaping.objects(data, "entries").stream()
                        .map(it ->
                                JsonReshaping.from(it)
                                        .keep("name")
                                        .put("type", JsonReshaping.fileOrDirectory(it))
                                        .keep("size")
                                        .build())
                        .toList();
        return JsonReshaping.from(data)
                .keep("path", "count")
                .put("entries", JsonReshaping.list(entries))
                .build();
    }
}
