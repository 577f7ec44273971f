package dev.deft.tools.system;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Reads an environment variable as the session sees it.
public final class GetEnvTool implements Tool<GetEnvTool.Params> {

    public record Params(@Doc("Name of the variable") @Bounds(min = 1, max = 256) String key) {}

    /// The value, or `null` when the variable is not set.
    public record Data(Json value) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("get_env", Params.class, ToolCategory.SYSTEM, ToolKind.READ);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(params.key()));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        Optional<String> value = host.session().variables().find(params.key());
        return ToolResult.output(
                new Data(EnvValue.json(value)),
                value.orElse(params.key() + " is not set."),
                "Read " + params.key());
    }
}
