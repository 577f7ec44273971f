package dev.deft.mcp.server.method;

import dev.deft.json.Json;

/// Something that clients have seen is different now.
public sealed interface Change {

    /// The notification about it.
    String method();

    default Json.Obj params() {
        return Json.Obj.EMPTY;
    }

    /// Tools came, went or changed.
    record OfTools() implements Change {

        @Override
        public String method() {
            return "notifications/tools/list_changed";
        }
    }

    /// Prompts came, went or changed.
    record OfPrompts() implements Change {

        @Override
        public String method() {
            return "notifications/prompts/list_changed";
        }
    }

    /// The content of a resource changed.
    record OfResource(String uri) implements Change {

        @Override
        public String method() {
            return "notifications/resources/updated";
        }

        @Override
        public Json.Obj params() {
            return Json.Obj.EMPTY.with("uri", uri);
        }
    }
}
