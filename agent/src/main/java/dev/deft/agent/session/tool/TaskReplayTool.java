package dev.deft.agent.session.tool;

import dev.deft.agent.session.SessionId;
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
import java.util.Map;
import java.util.Optional;

/// Shows the conversation of a task again, with the results of its calls.
public final class TaskReplayTool implements Tool<TaskReplayTool.Params> {

    public record Params(
            @Doc("Id of the task, as task_list shows it") @Bounds(min = 1, max = 128) String taskId,
            @Doc("Directory of logs below .deft; that of this workspace when left out")
                    @Bounds(min = 1, max = 1_000)
                    Optional<String> dataDir) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "task_replay",
                        Params.class,
                        ToolCategory.DATA,
                        ToolKind.READ,
                        Map.of("most", Replay.MAX_MESSAGES, "chars", SessionMessage.MAX_CONTENT))
                .requiring(SessionAccess.REQUIRED);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(params.taskId()));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        SessionId id = SessionAccess.id(params.taskId());
        SessionLogs logs = host.handle(WorkspaceSessions.class).logs(params.dataDir());
        return Replay.of(logs, id).output("Replayed " + id.value());
    }
}
