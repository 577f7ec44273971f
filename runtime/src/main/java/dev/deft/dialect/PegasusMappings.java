package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.DialectTool.ArgumentMapper;
import java.util.List;
import java.util.Map;

/// Maps the arguments and results of the tools of the pegasus dialect.
final class PegasusMappings {

    private static final Map<String, Mapping> FILES =
            Map.of(
                    "read_file",
                    new Mapping(
                            it ->
                                    ReadWindow.fromZero(it, "path")
                                            .with("numbered", new Json.Bool(false)),
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("content", "size")
                                            .rename("total_lines", "totalLines")
                                            .build()),
                    "write_file",
                    new Mapping(
                            ArgumentMapper.SAME,
                            it -> JsonReshaping.from(it).rename("bytes", "bytesWritten").build()),
                    "list_files",
                    new Mapping(
                            it -> it.with("detailed", new Json.Bool(true)), PegasusMappings::files),
                    "delete_file",
                    new Mapping(
                            ArgumentMapper.SAME,
                            it -> JsonReshaping.from(it).keep("deleted").build()),
                    "move_file",
                    new Mapping(
                            ArgumentMapper.SAME,
                            it -> JsonReshaping.from(it).put("success", true).build()),
                    "get_file_info",
                    new Mapping(
                            ArgumentMapper.SAME,
                            it ->
                                    JsonReshaping.from(it)
                                            .keep("exists", "size", "modified")
                                            .build()),
                    "edit_file",
                    new Mapping(
                            PegasusMappings::edits,
                            it -> JsonReshaping.from(it).rename("replacements", "applied").build()),
                    "grep_files",
                    new Mapping(
                            ArgumentMapper.SAME,
                            it -> JsonReshaping.from(it).keep("matches").build()));

    static final Map<String, Mapping> ALL =
            ShellMappings.joined(
                    FILES,
                    SessionMappings.PEGASUS,
                    ScheduleMappings.PEGASUS,
                    MemoryMappings.PEGASUS,
                    WebMappings.PEGASUS);

    private PegasusMappings() {}

    private static Json.Obj edits(Json.Obj arguments) {
        List<Json.Obj> edits =
                JsonReshaping.objects(arguments, "edits").stream()
                        .map(it ->
                                JsonReshaping.from(it)
                                        .rename("old_str", "old_text")
                                        .rename("new_str", "new_text")
                                        .build())
                        .toList();
        return JsonReshaping.from(arguments)
                .keep("path")
                .put("old_text", new Json.Str(""))
                .put("new_text", new Json.Str(""))
                .put("edits", JsonReshaping.list(edits))
                .put("when_several", new Json.Str(Mapping.MAKE_UNIQUE))
                .build();
    }

    private static Json files(Json.Obj data) {
        List<Json.Obj> files =
                JsonReshaping.objects(data, "entries").stream()
                        .map(it ->
                                JsonReshaping.from(it)
                                        .keep("name", "path", "size")
                                        .put(
                                                "isDirectory",
                                                it.text("type").orElse("").equals("dir"))
                                        .keep("modified")
                                        .build())
                        .toList();
        return Json.Obj.EMPTY.with("files", JsonReshaping.list(files));
    }
}
