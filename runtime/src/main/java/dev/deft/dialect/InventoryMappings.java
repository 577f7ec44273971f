package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.Map;

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
                    new Mapping(it -> it.with("when_several", Mapping.MAKE_UNIQUE), it -> it));

    static final Map<String, Mapping> ALL = ShellMappings.joined(FILES, ShellMappings.INVENTORY);

    private InventoryMappings() {}

    private static Json.Obj window(Json.Obj arguments) {
        Json.Obj window = ReadWindow.fromZero(arguments, "path");
        return arguments.find("limit").isPresent()
                ? window
                : window.with("page_bytes", Json.Num.of(PAGE));
    }
}
