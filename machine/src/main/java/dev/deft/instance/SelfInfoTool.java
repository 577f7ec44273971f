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

/// Describes the session itself.
public final class SelfInfoTool implements Tool<SelfInfoTool.Params> {

    public record Params() {}

    public record Data(String id, String handle, String state, Usage usage) {}

    public record Usage(long inputTokens, long outputTokens, long cpuMs, long memoryBytes) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("self_info", Params.class, ToolCategory.SYSTEM, ToolKind.READ)
                .watching();
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(Touch.NOTHING));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        Instances.Self self = host.handle(Instances.class).self();
        var usage =
                new Usage(
                        self.inputTokens(),
                        self.outputTokens(),
                        self.cpu().toMillis(),
                        self.memoryBytes());
        return ToolResult.output(
                new Data(self.id(), self.handle(), "running", usage),
                "Session %s of the agent %s: %d input and %d output tokens, %d ms of CPU time, %d MB of memory."
                        .formatted(
                                self.id(),
                                self.handle(),
                                usage.inputTokens(),
                                usage.outputTokens(),
                                usage.cpuMs(),
                                usage.memoryBytes() / (1024 * 1024)),
                "Session " + self.id());
    }
}
