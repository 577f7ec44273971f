package dev.deft.agent.session.tool;

import dev.deft.agent.session.SessionSummary;
import dev.deft.host.Host;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Lists the sessions of the workspace.
public final class SessionsListTool implements Tool<SessionsListTool.Params> {

    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 200;
    private static final int MAX_TITLE = 200;

    public record Params(
            @Doc("How many sessions at most; 20 when left out") @Bounds(min = 1, max = MAX_LIMIT)
                    OptionalInt limit) {}

    /// The latest sessions, the latest first.
    ///
    /// @param total of all sessions
    public record Data(List<Listed> sessions, int total) {

        public Data {
            sessions = List.copyOf(sessions);
        }
    }

    /// One session.
    ///
    /// @param turns user messages, or calls in a session without a model
    /// @param current whether it is the session of the call
    public record Listed(
            String sessionId,
            String title,
            String modified,
            int turns,
            String model,
            boolean current) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "sessions_list",
                        Params.class,
                        ToolCategory.SYSTEM,
                        ToolKind.READ,
                        Map.of("usual", DEFAULT_LIMIT, "most", MAX_LIMIT))
                .requiring(SessionAccess.REQUIRED);
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        WorkspaceSessions sessions = host.handle(WorkspaceSessions.class);
        List<SessionSummary> all = sessions.list();
        List<Listed> shown =
                all.stream()
                        .limit(params.limit().orElse(DEFAULT_LIMIT))
                        .map(it -> listed(it, sessions.current().value()))
                        .toList();
        String title = "%d of %d sessions".formatted(shown.size(), all.size());
        return ToolResult.output(new Data(shown, all.size()), text(shown, all.size()), title);
    }

    private static Listed listed(SessionSummary session, String current) {
        String title = session.title().strip().replaceAll("\\s+", " ");
        return new Listed(
                session.id(),
                title.length() > MAX_TITLE ? title.substring(0, MAX_TITLE) + "…" : title,
                session.modified().toString(),
                session.turns(),
                session.model(),
                session.id().equals(current));
    }

    private static String text(List<Listed> shown, int total) {
        if (shown.isEmpty()) {
            return "There are no stored sessions.";
        }
        var text = new KeyValueText();
        for (Listed session : shown) {
            text.separate().add("session_id", session.sessionId());
            text.add("title", session.title());
            text.add("modified", session.modified());
            text.add("turns", session.turns());
            if (session.current()) {
                text.add("current", "true");
            }
        }
        if (shown.size() < total) {
            text.separate().add("total", total);
        }
        return text.toString();
    }
}
