package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.DialectTool.ArgumentMapper;
import java.util.List;
import java.util.Map;

/// Maps the arguments and results of the tools of the aegis dialect.
final class AegisMappings {

    private static final String WHEN_SEVERAL =
            "Add lines around it until it is unique, or pick one with occurrence, counted from 1, or with start_line and end_line.";

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
                    new Mapping(
                            it -> it.find("path").isPresent() ? it : it.with("path", "."),
                            AegisMappings::entries),
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

    static final Map<String, Mapping> ALL = ShellMappings.joined(FILES, ShellMappings.AEGIS);

    private AegisMappings() {}

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

    private static Json entries(Json.Obj data) {
        List<Json.Obj> entries =
                JsonReshaping.objects(data, "entries").stream()
                        .map(it ->
                                it.with(
                                        "type",
                                        it.text("type").orElse("").equals("dir") ? "dir" : "file"))
                        .toList();
        return JsonReshaping.from(data)
                .keep("path")
                .put("count", Json.Num.of(entries.size()))
                .put("entries", JsonReshaping.list(entries))
                .build();
    }
}
