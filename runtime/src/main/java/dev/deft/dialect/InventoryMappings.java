package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Maps the arguments and results of the tools of the inventory dialect.
final class InventoryMappings {

    /// A page when no `limit` asks for more.
    private static final int PAGE = 50 * 1024;

    private static final Map<String, Mapping> FILES =
            Map.of(
                    "read",
                    new Mapping(
                            InventoryMappings::window,
                            it -> ReadWindow.text(it).<Json>map(Json.Str::new).orElse(it)),
                    "edit",
                    new Mapping(it -> it.with("when_several", Mapping.MAKE_UNIQUE), it -> it),
                    "ls",
                    new Mapping(
                            it -> it.with("detailed", new Json.Bool(true)),
                            InventoryMappings::entries));

    static final Map<String, Mapping> ALL =
            ShellMappings.joined(FILES, ShellMappings.INVENTORY, ScheduleMappings.INVENTORY);

    private InventoryMappings() {}

    private static Json.Obj window(Json.Obj arguments) {
        Json.Obj window = ReadWindow.fromZero(arguments, "path");
        return arguments.find("limit").isPresent()
                ? window
                : window.with("page_bytes", Json.Num.of(PAGE));
    }

    /// One line for each entry: its name, its type and its size.
    private static Json entries(Json.Obj data) {
        List<Json.Obj> entries = JsonReshaping.objects(data, "entries");
        long count = JsonReshaping.integerOr(data, "count", entries.size());
        if (count == 0) {
            return new Json.Str("%s is empty.".formatted(data.text("path").orElse("")));
        }
        String lines =
                entries.stream().map(InventoryMappings::line).collect(Collectors.joining("\n"));
        return new Json.Str(
                count > entries.size()
                        ? "%s\n[the first %d of %d entries]".formatted(lines, entries.size(), count)
                        : lines);
    }

    private static String line(Json.Obj entry) {
        return "%s  %s  %d"
                .formatted(
                        entry.text("name").orElse(""),
                        JsonReshaping.fileOrDirectory(entry).value(),
                        JsonReshaping.integerOr(entry, "size", 0));
    }
}
