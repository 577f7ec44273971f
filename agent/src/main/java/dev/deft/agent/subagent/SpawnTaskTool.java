package dev.deft.agent.subagent;

import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.util.Optional;

/// Starts a task in the background.
public final class SpawnTaskTool implements Tool<SpawnTaskTool.Params> {

    public record Params(
            @Doc("The task in a few words") @Bounds(min = 1, max = 400) String description,
            @Doc("The whole task; the agent knows nothing of this conversation")
                    @Bounds(min = 1, max = TaskTool.MAX_PROMPT)
                    String input) {}

    /// The task that was started.
    ///
    /// @param taskId the id of its session
    public record Data(String taskId, String status) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("spawn_task", Params.class, ToolCategory.SYSTEM, ToolKind.OTHER);
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        var order =
                new SubAgentOrder(
                        SubAgentOrder.Role.WORKER,
                        "",
                        params.input(),
                        Optional.of(params.description()),
                        Optional.empty(),
                        Json.Obj.EMPTY);
        String id = host.handle(SubAgents.class).start(order);
        return ToolResult.output(
                new Data(id, "running"),
                "Task %s has started; a message from task:%s will bring its result."
                        .formatted(id, id),
                TaskTool.title(order));
    }
}
