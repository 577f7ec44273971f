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

/// Gives up the lease that keeps idle instances running.
public final class KeepaliveReleaseTool implements Tool<KeepaliveReleaseTool.Params> {

    public record Params() {}

    public record Data(boolean ok) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("keepalive_release", Params.class, ToolCategory.SYSTEM, ToolKind.OTHER);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(Touch.NOTHING));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        host.handle(Instances.class).endKeepAlive();
        return ToolResult.output(
                new Data(true), "Idle instances are stopped again.", "Keep-alive released");
    }
}
