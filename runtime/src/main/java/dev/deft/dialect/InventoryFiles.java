package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.Map;

/// The file tools of the inventory dialect.
final class InventoryFiles {

    /// A page when no `limit` asks for more.
    private static final int PAGE = 50 * 1024;

    static final Map<String, Mapping> MAPPINGS =
            Map.of(
                    "read",
                    new Mapping(
                            InventoryFiles::window,
                            it -> ReadWindow.text(it).<Json>map(Json.Str::new).orElse(it)),
                    "edit",
                    new Mapping(it -> it.with("when_several", Mapping.MAKE_UNIQUE), it -> it));

    private InventoryFiles() {}

    private static Json.Obj window(Json.Obj arguments) {
        Json.Obj window = ReadWindow.fromZero(arguments, "path");
        return arguments.find("limit").isPresent()
                ? window
                : window.with("page_bytes", Json.Num.of(PAGE));
    }
}
