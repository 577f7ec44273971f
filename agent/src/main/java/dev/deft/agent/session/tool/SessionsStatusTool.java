package dev.deft.agent.session.tool;

import dev.deft.agent.model.Dollars;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionTree;
import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;

/// Shows how long the session of the call is, and what it and its sub-agents used.
public final class SessionsStatusTool implements Tool<SessionsStatusTool.Params> {

    public record Params() {}

    /// The state of the session.
    ///
    /// @param promptTokens what the model read, from the cache too
    /// @param cost in dollars; empty if the price is not known
    public record Data(
            String sessionId,
            int messageCount,
            long promptTokens,
            long completionTokens,
            OptionalDouble cost) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("sessions_status", Params.class, ToolCategory.SYSTEM, ToolKind.READ)
                .watching();
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException {
        WorkspaceSessions sessions = host.handle(WorkspaceSessions.class);
        SessionId id = sessions.current();
        var tally = new Tally();
        try {
            SessionLogs logs = sessions.logs(Optional.empty());
            var _ = logs.read(id, tally::add);
            tally.messages = MessageReader.read(logs, id, 1, MessageReader.Results.HIDDEN).count();
        } catch (NoSuchSessionException _) {
            // A session without an effect has no log yet.
            tally.messages = 0;
        }
        Usage used = tally.usage.plus(new SessionTree(sessions.list()).usageBelow(id.value()));
        var data =
                new Data(
                        id.value(),
                        tally.messages,
                        used.input() + used.cacheRead() + used.cacheWrite(),
                        used.output(),
                        sessions.cost(used));
        return ToolResult.output(data, text(data), "%d messages".formatted(data.messageCount()));
    }

    /// Counts the tokens of all requests, also of those that were rewound.
    private static final class Tally {

        private Usage usage = Usage.NONE;
        private int messages;

        void add(Json.Obj line) {
            if (Entry.of(line).body() instanceof Entry.TokenUsage tokens) {
                usage = usage.plus(tokens.usage());
            }
        }
    }

    private static String text(Data data) {
        return new KeyValueText()
                .add("session_id", data.sessionId())
                .add("message_count", data.messageCount())
                .add("prompt_tokens", data.promptTokens())
                .add("completion_tokens", data.completionTokens())
                .add(
                        "cost",
                        data.cost().isPresent()
                                ? Dollars.plain(data.cost().getAsDouble())
                                : "unknown")
                .toString();
    }
}
