package dev.deft.instance;

import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
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

/// Ends the publication of a port.
public final class UnexposePortTool implements Tool<UnexposePortTool.Params> {

    public record Params(
            @Doc("Port of the instance") @Bounds(min = 1, max = 65_535) int guestPort) {}

    public record Data(boolean ok) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("unexpose_port", Params.class, ToolCategory.SYSTEM, ToolKind.EXECUTE);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(String.valueOf(params.guestPort())));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        host.handle(Instances.class).unexpose(params.guestPort());
        return ToolResult.output(
                new Data(true),
                "Port %d is not published.".formatted(params.guestPort()),
                "Port " + params.guestPort());
    }
}
