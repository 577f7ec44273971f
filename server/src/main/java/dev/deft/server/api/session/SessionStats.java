package dev.deft.server.api.session;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.json.Json;
import dev.deft.tool.Doc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Where the time and the tokens of a session went.
record SessionStats(List<ToolUse> tools, List<Span> spans) {

    /// The calls of a tool.
    record ToolUse(String tool, int calls, int failures, long averageMs) {}

    /// A stretch of time.
    record Span(
            String id,
            @Doc("The span it is part of") Optional<String> parent,
            @Doc("`turn`, `step`, `model`, `call` or `subagent`") String kind,
            String name,
            @Doc("Since the first entry of the session") long startMs,
            long durationMs,
            Optional<Long> inputTokens,
            Optional<Long> outputTokens,
            @Doc("The session of a sub-agent") Optional<String> session) {}

    static SessionStats of(SessionHistory history, List<SessionSpans.Child> children) {
        return new SessionStats(tools(history), new SessionSpans(history.branch(), children).all());
    }

    private static final class Tally {

        private int calls;
        private int failures;
        private long millis;
    }

    private static List<ToolUse> tools(SessionHistory history) {
        Map<String, Tally> tallies = new TreeMap<>();
        for (Entry entry : history.entries()) {
            if (entry.body() instanceof Entry.Result result) {
                Tally tally = tallies.computeIfAbsent(result.tool(), _ -> new Tally());
                tally.calls++;
                tally.failures += result.failed() ? 1 : 0;
                tally.millis += millis(result);
            }
        }
        List<ToolUse> tools = new ArrayList<>();
        tallies.forEach((tool, it) ->
                tools.add(new ToolUse(tool, it.calls, it.failures, it.millis / it.calls)));
        return tools;
    }

    /// How long a call took.
    static long millis(Entry.Result result) {
        return result.envelope().find("metadata").orElse(Json.Null.VALUE) instanceof Json.Obj meta
                        && meta.find("duration_ms").orElse(Json.Null.VALUE) instanceof Json.Num took
                ? took.asLong().orElse(0L)
                : 0L;
    }
}
