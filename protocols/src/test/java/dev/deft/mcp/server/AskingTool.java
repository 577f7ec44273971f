package dev.deft.mcp.server;

import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCaller;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.util.Optional;

/// A tool for tests of the server, whose body can ask the client.
record AskingTool<P extends Record>(
        String id, Class<P> params, Optional<Json.Obj> schema, McpCallers callers, Body<P> body)
        implements Tool<P> {

    /// No parameters.
    record None() {}

    /// No data.
    record Nothing() {}

    @FunctionalInterface
    interface Body<P extends Record> {

        ToolResult run(P params, Host host, McpCaller caller)
                throws IOException, InterruptedException;
    }

    static AskingTool<None> of(String id, McpCallers callers, Body<None> body) {
        return new AskingTool<>(id, None.class, Optional.empty(), callers, body);
    }

    static ToolResult.Output says(String text) {
        return ToolResult.output(new Nothing(), text, "");
    }

    @Override
    public ToolSpec<P> spec() {
        ToolSpec<P> spec =
                ToolSpec.of(id, params, ToolCategory.SYSTEM, ToolKind.OTHER)
                        .describedBy("Does something for a test: %s.".formatted(id));
        return schema.isPresent() ? spec.withForeignSchema(schema.get()) : spec;
    }

    @Override
    public ToolResult run(P given, Host host) throws IOException, InterruptedException {
        return body.run(given, host, callers.of(host).orElseThrow());
    }
}
