package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;

/// What the server can do.
final class ServerCapabilities {

    private ServerCapabilities() {}

    static Json.Obj of(Revision revision) {
        Json.Obj changing = Json.Obj.EMPTY.with("listChanged", new Json.Bool(true));
        Json.Obj all =
                Json.Obj.EMPTY
                        .with("tools", changing)
                        .with("resources", Json.Obj.EMPTY.with("subscribe", new Json.Bool(true)))
                        .with("prompts", changing)
                        .with("logging", Json.Obj.EMPTY);
        return revision.since(Revision.V2025_03_26) ? all.with("completions", Json.Obj.EMPTY) : all;
    }
}
