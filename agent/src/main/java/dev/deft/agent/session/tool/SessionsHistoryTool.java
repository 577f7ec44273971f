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
import java.util.OptionalInt;

/// Shows the last messages of a session.
public final class SessionsHistoryTool implements Tool<SessionsHistoryTool.Params> {

    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 1_000;

    public record Params(
            @Doc("Id of the session") @Bounds(min = 1, max = 128) String sessionId,
            @Doc("How many messages at most, the last ones; 50 when left out")
                    @Bounds(min = 1, max = MAX_LIMIT)
                    OptionalInt limit) {}

    /// The last messages, oldest first.
    ///
    /// @param total of all messages
    /// @param warning if the log is foreign, changed or damaged
    public record Data(
            String sessionId, List<SessionMessage> messages, int total, Optional<String> warning) {

        public Data {
            messages = List.copyOf(messages);
        }
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "sessions_history",
                        Params.class,
                        ToolCategory.SYSTEM,
                        ToolKind.READ,
                        Map.of(
                                "usual",
                                DEFAULT_LIMIT,
                                "most",
                                MAX_LIMIT,
                                "chars",
                                SessionMessage.MAX_CONTENT))
                .requiring(SessionAccess.REQUIRED);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming(params.sessionId()));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        SessionId id = SessionAccess.id(params.sessionId());
        SessionLogs logs = host.handle(WorkspaceSessions.class).logs(Optional.empty());
        MessageReader.Messages found;
        try {
            found =
                    MessageReader.read(
                            logs,
                            id,
                            params.limit().orElse(DEFAULT_LIMIT),
                            MessageReader.Results.HIDDEN);
        } catch (IOException e) {
            throw SessionAccess.failure(e);
        }
        var data = new Data(id.value(), found.last(), found.count(), found.warning());
        return ToolResult.output(
                data,
                text(found),
                "%d of %d messages".formatted(found.last().size(), found.count()));
    }

    private static String text(MessageReader.Messages found) {
        var text = new KeyValueText();
        found.warning().ifPresent(it -> text.add("warning", it));
        if (found.cut()) {
            text.add("total", found.count());
        }
        for (SessionMessage message : found.last()) {
            message.addTo(text.separate());
        }
        return text.isEmpty() ? "The session has no messages." : text.toString();
    }
}
