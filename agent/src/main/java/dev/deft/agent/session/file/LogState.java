package dev.deft.agent.session.file;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.OpenCalls;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionState;
import dev.deft.agent.session.TurnCount;
import dev.deft.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The state of a session, built from its log entry by entry.
///
/// Only values that the user signed or adopted take effect. Values of foreign entries are held
/// separately until the user adopts them.
final class LogState {

    private LogPosition context = LogPosition.START;
    private LogPosition last = LogPosition.START;
    private LogPosition end = LogPosition.START;
    private long highest;
    private String instanceId = "";
    private Instant at = Instant.EPOCH;
    private TurnCount turns = new TurnCount();
    private ForeignEntries foreign = ForeignEntries.NONE;
    private boolean foreignStart;
    private Optional<LogCheck.Problem> problem = Optional.empty();
    private long problems;
    private long problemLine;
    private final Map<String, Json.Obj> values = new LinkedHashMap<>();
    private final Map<String, Json.Obj> allValues = new LinkedHashMap<>();
    private final OpenCalls open = new OpenCalls();
    private final List<MessageEnd> messages = new ArrayList<>();

    /// The time of a message that a summary may replace, and the position after it.
    private record MessageEnd(Instant at, LogPosition after) {}

    /// Adds an entry. Turns count on all branches, since undo identifies the changes of a turn by
    /// its number.
    ///
    /// @param active whether the entry is on the active branch
    void add(ChainVerifier.VerifiedEntry entry, boolean active) {
        if (instanceId.isEmpty()) {
            // Hashed again: it becomes a file name, and a foreign log may hold any text as hash.
            instanceId = EntryHash.of(EntryHash.INITIAL, entry.hash());
            foreignStart = entry.status() != ChainVerifier.EntryStatus.SIGNED;
        }
        last = LogPosition.before(entry);
        end = LogPosition.after(entry);
        highest = Math.max(highest, entry.id());
        foreign = foreign.after(entry);
        Entry content = EntryJson.read(entry.json());
        at = content.at().isAfter(at) ? content.at() : at;
        turns.add(content.body());
        if (active) {
            apply(entry, content);
        }
    }

    /// Adds a problem. Problems after the last entry are reported again when reading continues
    /// there.
    void problem(LogCheck.Problem found) {
        problem = problem.or(() -> Optional.of(found));
        problems += found.line() > problemLine ? 1 : 0;
        problemLine = Math.max(problemLine, found.line());
    }

    private void apply(ChainVerifier.VerifiedEntry entry, Entry content) {
        boolean signed = entry.status() == ChainVerifier.EntryStatus.SIGNED;
        open.add(content.body());
        switch (content.body()) {
            case Entry.User _, Entry.Assistant _ ->
                    messages.add(new MessageEnd(content.at(), LogPosition.after(entry)));
            case Entry.StoredValue it -> {
                allValues.put(it.name(), it.value());
                if (signed) {
                    values.put(it.name(), it.value());
                }
            }
            case Entry.Summary it -> applySummary(it, signed);
            case Entry.Adopted _ -> {
                if (signed) {
                    adopt();
                }
            }
            case Entry.Called _,
                    Entry.Result _,
                    Entry.Decided _,
                    Entry.TokenUsage _,
                    Entry.Titled _,
                    Entry.Forked _,
                    Entry.Rewound _,
                    Entry.Undone _,
                    Entry.Reflected _,
                    Entry.Judged _,
                    Entry.Notice _,
                    Entry.Event _,
                    Entry.Unknown _ -> {}
        }
    }

    /// Messages that a signed summary replaces need not be read again.
    private void applySummary(Entry.Summary summary, boolean signed) {
        int covered = 0;
        while (covered < messages.size()
                && !messages.get(covered).at().isAfter(summary.coversThrough())) {
            covered++;
        }
        boolean enough = signed && !summary.pinned().fields().isEmpty();
        if (enough && covered > 0 && foreign.isEmpty() && problem.isEmpty()) {
            context = messages.get(covered - 1).after();
            messages.subList(0, covered).clear();
        }
    }

    private void adopt() {
        values.putAll(allValues);
        foreignStart = false;
        problem = Optional.empty();
        problems = 0;
    }

    /// The state that a session resumes with.
    SessionState session() {
        return new SessionState(
                turns.turns(), turns.conversing(), values, open.list(), at, context.link().id());
    }

    /// Whether the session has a user message.
    boolean conversing() {
        return turns.conversing();
    }

    /// Derived from the hash of the first entry; empty if there is none.
    String instanceId() {
        return instanceId;
    }

    /// Whether the first entry is foreign and not adopted.
    boolean isForeign() {
        return foreignStart;
    }

    /// The latest time of an entry.
    Instant at() {
        return at;
    }

    /// The highest id; the next entry gets the one after it.
    long highest() {
        return highest;
    }

    /// The position after the last entry.
    LogPosition end() {
        return end;
    }

    /// The position of the first message that no summary replaces.
    LogPosition context() {
        return context;
    }

    Optional<String> warning(SessionId id) {
        return LogWarning.of(id, problem, problems, foreign);
    }

    /// Whether no problem was found.
    boolean isIntact() {
        return problem.isEmpty();
    }

    /// Whether an entry continues the active branch, so that this state stays valid.
    boolean isFollowedBy(ChainVerifier.VerifiedEntry entry) {
        return EntryJson.number(entry.json(), "parent") == entry.id() - 1
                && entry.id() > end.link().id();
    }

    /// The position before the last entry, for checking that it is still there.
    LogPosition beforeLast() {
        return last;
    }

    Json.Obj json() {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("birth", instanceId)
                        .with("highest", Json.Num.of(highest))
                        .with("foreign_birth", new Json.Bool(foreignStart))
                        .with("ts", at.toString())
                        .with("turns", Json.Num.of(turns.turns()))
                        .with("conversing", new Json.Bool(turns.conversing()))
                        .with("context", context.json())
                        .with("last", last.json())
                        .with("end", end.json())
                        .with("foreign", foreignJson())
                        .with("kept", new Json.Obj(Map.copyOf(values)))
                        .with("claimed", new Json.Obj(Map.copyOf(allValues)))
                        .with(
                                "open",
                                new Json.Arr(open.list().stream().map(LogState::json).toList()))
                        .with(
                                "spoken",
                                new Json.Arr(messages.stream().map(LogState::json).toList()));
        return problem.isEmpty()
                ? json
                : json.with("problem", problem.get().what())
                        .with("problem_line", Json.Num.of(problem.get().line()))
                        .with("problems", Json.Num.of(problems))
                        .with("problem_last", Json.Num.of(problemLine));
    }

    private Json.Obj foreignJson() {
        return Json.Obj.EMPTY
                .with("first", Json.Num.of(foreign.first()))
                .with("last", Json.Num.of(foreign.last()))
                .with("count", Json.Num.of(foreign.count()));
    }

    private static Json json(OpenCalls.OpenCall call) {
        return Json.Obj.EMPTY
                .with("call_id", call.callId())
                .with("tool", call.tool())
                .with("why", call.reason());
    }

    private static Json json(MessageEnd message) {
        return Json.Obj.EMPTY
                .with("ts", message.at().toString())
                .with("behind", message.after().json());
    }

    static LogState read(Json.Obj json) {
        var state = new LogState();
        state.instanceId = json.text("birth").orElse("");
        state.highest = EntryJson.number(json, "highest");
        state.foreignStart = EntryJson.isTrue(json, "foreign_birth");
        state.at = EntryJson.time(json.text("ts"));
        state.turns =
                new TurnCount(
                        (int) EntryJson.number(json, "turns"),
                        EntryJson.isTrue(json, "conversing"));
        state.context = LogPosition.read(EntryJson.object(json, "context"));
        state.last = LogPosition.read(EntryJson.object(json, "last"));
        state.end = LogPosition.read(EntryJson.object(json, "end"));
        Json.Obj foreign = EntryJson.object(json, "foreign");
        state.foreign =
                new ForeignEntries(
                        EntryJson.number(foreign, "first"),
                        EntryJson.number(foreign, "last"),
                        EntryJson.number(foreign, "count"));
        objects(json, "kept").forEach(state.values::put);
        objects(json, "claimed").forEach(state.allValues::put);
        for (Json.Obj it : EntryJson.objects(json.find("open"))) {
            state.turns.callRunning(it.text("call_id").orElse(""));
            state.open.add(
                    new OpenCalls.OpenCall(
                            it.text("call_id").orElse(""),
                            it.text("tool").orElse(""),
                            it.text("why").orElse("")));
        }
        for (Json.Obj it : EntryJson.objects(json.find("spoken"))) {
            state.messages.add(
                    new MessageEnd(
                            EntryJson.time(it.text("ts")),
                            LogPosition.read(EntryJson.object(it, "behind"))));
        }
        state.problems = EntryJson.number(json, "problems");
        state.problemLine = EntryJson.number(json, "problem_last");
        state.problem =
                json.text("problem")
                        .map(it ->
                                new LogCheck.Problem(EntryJson.number(json, "problem_line"), it));
        return state;
    }

    private static Map<String, Json.Obj> objects(Json.Obj json, String name) {
        Map<String, Json.Obj> objects = new LinkedHashMap<>();
        EntryJson.object(json, name)
                .fields()
                .forEach((key, value) -> {
                    if (value instanceof Json.Obj object) {
                        objects.put(key, object);
                    }
                });
        return objects;
    }
}
