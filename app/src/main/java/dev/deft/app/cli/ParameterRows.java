package dev.deft.app.cli;

import dev.deft.app.terminal.TextTable;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The parameters of a tool as rows: name, type, and what it is for. Parameters inside others are
/// named by their path, such as `todos[].content`.
final class ParameterRows {

    /// Schemas of plug-ins may be nested without end.
    private static final int MAX_DEPTH = 5;

    private final TextTable table;
    private int count;

    private ParameterRows(TextTable table) {
        this.table = table;
    }

    /// Adds the parameters of a schema to a table of three columns.
    ///
    /// @return how many there are
    static int add(Json.Obj schema, TextTable table) {
        var rows = new ParameterRows(table);
        rows.addFields("", schema, 0);
        return rows.count;
    }

    private void addFields(String path, Json.Obj schema, int depth) {
        if (depth > MAX_DEPTH) {
            return;
        }
        List<Json> required =
                schema.find("required").orElse(Json.Null.VALUE)
                                instanceof Json.Arr(List<Json> names)
                        ? names
                        : List.of();
        for (Map.Entry<String, Json> field : object(schema, "properties").fields().entrySet()) {
            if (field.getValue() instanceof Json.Obj parameter) {
                String name = path + field.getKey();
                boolean optional = !required.contains(new Json.Str(field.getKey()));
                add(name, parameter, optional ? "optional " : "");
                addFields(name + ".", parameter, depth + 1);
                addFields(name + "[].", object(parameter, "items"), depth + 1);
            }
        }
    }

    private void add(String name, Json.Obj parameter, String optional) {
        count++;
        table.add(name, optional + type(parameter), note(parameter));
    }

    private static String type(Json.Obj parameter) {
        return parameter.text("type").orElse("any");
    }

    private static String note(Json.Obj parameter) {
        List<String> notes = new ArrayList<>();
        parameter.text("description").ifPresent(notes::add);
        if (parameter.find("enum").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> values)) {
            notes.add(
                    values.stream()
                            .map(it -> it instanceof Json.Str(String text) ? text : it.toString())
                            .collect(Collectors.joining(", ", "one of ", "")));
        }
        return String.join("; ", notes);
    }

    private static Json.Obj object(Json.Obj schema, String name) {
        return schema.find(name).orElse(Json.Null.VALUE) instanceof Json.Obj object
                ? object
                : Json.Obj.EMPTY;
    }
}
