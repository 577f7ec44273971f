package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.Map;

/// The file tools of the opencode dialect.
final class OpencodeFiles {

    private static final String WHEN_SEVERAL =
            "Add lines around it until it is unique, or set replaceAll.";

    static final Map<String, Mapping> MAPPINGS =
            Map.of(
                    "read",
                    new Mapping(
                            it -> ReadWindow.fromZero(it, "filePath"),
                            it ->
                                    ReadWindow.text(it)
                                            .map(text -> it.without("content").with("output", text))
                                            .orElse(it)),
                    "write",
                    new Mapping(
                            it ->
                                    JsonReshaping.from(it)
                                            .rename("filePath", "path")
                                            .keep("content")
                                            .done(),
                            it -> it),
                    "edit",
                    new Mapping(
                            it ->
                                    JsonReshaping.from(it)
                                            .rename("filePath", "path")
                                            .rename("oldString", "old_text")
                                            .rename("newString", "new_text")
                                            .rename("replaceAll", "replace_all")
                                            .put("when_several", new Json.Str(WHEN_SEVERAL))
                                            .done(),
                            it -> it),
                    "list",
                    new Mapping(
                            it ->
                                    JsonReshaping.from(it)
                                            .put("path", new Json.Str(it.text("path").orElse(".")))
                                            .keep("ignore")
                                            .put("tree", true)
                                            .done(),
                            it -> it),
                    "glob",
                    new Mapping(it -> it.with("newest_first", new Json.Bool(true)), it -> it));

    private OpencodeFiles() {}
}
