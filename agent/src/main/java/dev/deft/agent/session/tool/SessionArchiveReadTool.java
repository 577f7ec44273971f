package dev.deft.agent.session.tool;

import dev.deft.agent.session.SessionId;
import dev.deft.host.ErrorCode;
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

/// Reads the log of a session that is not open any more.
public final class SessionArchiveReadTool implements Tool<SessionArchiveReadTool.Params> {

    private static final String ENDING = ".jsonl";

    public record Params(
            @Doc("Name of the log, such as demo.jsonl") @Bounds(min = 1, max = 134) String file) {

        private String id() {
            return file.endsWith(ENDING)
                    ? file.substring(0, file.length() - ENDING.length())
                    : file;
        }
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "session_archive_read",
                        Params.class,
                        ToolCategory.SYSTEM,
                        ToolKind.READ,
                        Map.of("most", Replay.MAX_MESSAGES, "chars", SessionMessage.MAX_CONTENT))
                .requiring(SessionAccess.REQUIRED);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(params.id()));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        SessionId id = SessionAccess.id(params.id());
        SessionLogs logs = host.handle(WorkspaceSessions.class).logs(Optional.empty());
        if (logs.isOpen(id)) {
            return ToolResult.failure(
                    ErrorCode.UNAVAILABLE,
                    "Session %s is still open, so it is no archive yet. Read it when it has ended."
                            .formatted(id.value()));
        }
        return Replay.of(logs, id).output("Read the session " + id.value());
    }
}
