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

/// Sets an environment variable of the session, not of the process.
public final class SetEnvTool implements Tool<SetEnvTool.Params> {

    public record Params(
            @Doc("Name of the variable") @Bounds(min = 1, max = 256) String key,
            @Doc("Its new value") @Bounds(max = 32_768) String value) {}

    /// The previous value, or `null`.
    public record Data(Json previous) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("set_env", Params.class, ToolCategory.SYSTEM, ToolKind.OTHER);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(params.key()));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        Optional<String> previous = host.session().variables().set(params.key(), params.value());
        String text = "%s is set for this session.".formatted(params.key());
        return ToolResult.output(new Data(EnvValue.json(previous)), text, "Set " + params.key());
    }
}
