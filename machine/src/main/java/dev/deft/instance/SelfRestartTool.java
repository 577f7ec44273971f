package dev.deft.instance;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Restarts the agent's own process.
public final class SelfRestartTool implements Tool<SelfRestartTool.Params> {

    public record Params() {}

    public record Data(boolean ok) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("self_restart", Params.class, ToolCategory.SYSTEM, ToolKind.OTHER);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(Touch.NOTHING));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        String what = host.handle(Instances.class).restart();
        return ToolResult.output(new Data(true), what, "Restart");
    }
}
