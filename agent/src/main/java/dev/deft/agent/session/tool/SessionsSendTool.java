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
import java.util.Locale;

/// Sends a message to a session.
public final class SessionsSendTool implements Tool<SessionsSendTool.Params> {

    public record Params(
            @Doc("Id of the session") @Bounds(min = 1, max = 128) String sessionId,
            @Doc("The message") @Bounds(min = 1, max = 100_000) String content) {}

    /// What became of the message.
    ///
    /// @param status `queued` or `stored`
    public record Data(String sessionId, String status) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("sessions_send", Params.class, ToolCategory.SYSTEM, ToolKind.OTHER)
                .requiring(SessionAccess.REQUIRED);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(params.sessionId()));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        SessionId id = SessionAccess.id(params.sessionId());
        Delivery delivery;
        try {
            delivery = host.handle(WorkspaceSessions.class).send(id, params.content());
        } catch (IOException e) {
            throw SessionAccess.failure(e);
        }
        String status = delivery.name().toLowerCase(Locale.ROOT);
        String text =
                new KeyValueText().add("session_id", id.value()).add("status", status).toString();
        return ToolResult.output(
                new Data(id.value(), status), text, "Sent a message to " + id.value());
    }
}
