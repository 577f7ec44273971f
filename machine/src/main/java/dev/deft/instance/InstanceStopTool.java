package dev.deft.instance;

import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
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

/// Stops an instance.
public final class InstanceStopTool implements Tool<InstanceStopTool.Params> {

    public record Params(
            @Doc("Id of the instance") Optional<String> id,
            @Doc("Or its handle") Optional<String> handle) {}

    public record Data(boolean ok, String id) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("instance_stop", Params.class, ToolCategory.SYSTEM, ToolKind.EXECUTE);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws HostException {
        return List.of(Touch.naming(name(params)));
    }

    private static String name(Params params) throws HostException {
        if (params.id().isPresent() == params.handle().isPresent()) {
            throw InstanceSpawnTool.invalid("Give id or handle, and not both.");
        }
        return params.id().or(params::handle).orElseThrow();
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        String id = host.handle(Instances.class).stop(name(params));
        return ToolResult.output(new Data(true, id), id + " has ended.", "Stopped " + name(params));
    }
}
