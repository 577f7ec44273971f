package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Maps the arguments and results of the tools of the opencode dialect.
final class OpencodeMappings {

    private static final String WHEN_SEVERAL =
            "Add lines around it until it is unique, or set replaceAll.";

    private static final Map<String, Mapping> FILES =
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
                                            .build(),
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
                                            .build(),
                            it -> it),
                    "list",
                    new Mapping(
                            it ->
                                    JsonReshaping.from(it)
                                            .put("path", new Json.Str(it.text("path").orElse(".")))
                                            .keep("ignore")
                                            .put("tree", true)
                                            .build(),
                            it -> it),
                    "glob",
                    new Mapping(it -> it.with("newest_first", new Json.Bool(true)), it -> it));

    static final Map<String, Mapping> ALL = all();

    private OpencodeMappings() {}

    private static Map<String, Mapping> all() {
        Map<String, Mapping> all = new HashMap<>(FILES);
        all.putAll(ShellMappings.OPENCODE);
        all.putAll(WebMappings.OPENCODE);
        all.put("todoread", new Mapping(_ -> readTodos(), it -> it));
        return Map.copyOf(all);
    }

    private static Json.Obj readTodos() {
        return Json.Obj.EMPTY
                .with("todos", new Json.Arr(List.of()))
                .with("read", new Json.Bool(true));
    }
}
