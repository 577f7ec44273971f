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

/// What a session that is opened again learns from its log, entry by entry.
///
/// Only what the user wrote or adopted is obeyed. What an entry of somebody else wants to be kept
/// is remembered apart, in case it is adopted.
final class LogState {

    private LogPosition context = LogPosition.START;
    private LogPosition last = LogPosition.START;
    private LogPosition end = LogPosition.START;
    private long highest;
    private String instanceId = "";
    private Instant at = Instant.EPOCH;
    private TurnCount turns = new TurnCount();
    private ForeignEntries foreign = ForeignEntries.NONE;
    private boolean foreignBirth;
    private Optional<LogCheck.Problem> problem = Optional.empty();
    private long problems;
    private long problemLine;
    private final Map<String, Json.Obj> kept = new LinkedHashMap<>();
    private final Map<String, Json.Obj> claimed = new LinkedHashMap<>();
    private final OpenCalls open = new OpenCalls();
    private final List<Spoken> spoken = new ArrayList<>();

    /// When something was said that a summary may stand for, and the place behind it.
    private record Spoken(Instant at, LogPosition behind) {}

    /// Turns are counted on every branch: what a turn did to files is known by its number, whatever
    /// was taken back since.
    ///
    /// @param counts whether the entry is on the branch that the session goes on from
    void add(ChainVerifier.VerifiedEntry step, boolean counts) {
        if (instanceId.isEmpty()) {
            // What a foreign log calls a hash may be anything, and names a file.
            instanceId = EntryHash.of(EntryHash.INITIAL, step.hash());
            foreignBirth = step.status() != ChainVerifier.EntryStatus.SIGNED;
        }
        last = LogPosition.before(step);
        end = LogPosition.after(step);
        highest = Math.max(highest, step.id());
        foreign = foreign.after(step);
        Entry entry = EntryJson.read(step.json());
        at = entry.at().isAfter(at) ? entry.at() : at;
        turns.add(entry.body());
        if (counts) {
            learn(step, entry);
        }
    }

    /// Learns of something that is wrong. What stands behind the last entry is met again when the
    /// log is read on from there.
    void problem(LogCheck.Problem found) {
        problem = problem.or(() -> Optional.of(found));
        problems += found.line() > problemLine ? 1 : 0;
        problemLine = Math.max(problemLine, found.line());
    }

    private void learn(ChainVerifier.VerifiedEntry step, Entry entry) {
        boolean own = step.status() == ChainVerifier.EntryStatus.SIGNED;
        open.add(entry.body());
        switch (entry.body()) {
            case Entry.User _, Entry.Assistant _ ->
                    spoken.add(new Spoken(entry.at(), LogPosition.after(step)));
            case Entry.StoredValue it -> {
                claimed.put(it.name(), it.value());
                if (own) {
                    kept.put(it.name(), it.value());
                }
            }
            case Entry.Summary it -> summed(it, own);
            case Entry.Adopted _ -> {
                if (own) {
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
                    Entry.Event _,
                    Entry.Unknown _ -> {}
        }
    }

    /// What a summary of the user's own stands for need not be read again.
    private void summed(Entry.Summary summary, boolean own) {
        int covered = 0;
        while (covered < spoken.size()
                && !spoken.get(covered).at().isAfter(summary.coversThrough())) {
            covered++;
        }
        boolean enough = own && !summary.pinned().fields().isEmpty();
        if (enough && covered > 0 && foreign.isEmpty() && problem.isEmpty()) {
            context = spoken.get(covered - 1).behind();
            spoken.subList(0, covered).clear();
        }
    }

    private void adopt() {
        kept.putAll(claimed);
        foreignBirth = false;
        problem = Optional.empty();
        problems = 0;
    }

    /// What the session must know of it.
    SessionState session() {
        return new SessionState(
                turns.turns(), turns.conversing(), kept, open.list(), at, context.link().id());
    }

    /// Whether a model takes part.
    boolean conversing() {
        return turns.conversing();
    }

    /// The hash of the first entry; empty where there is none.
    String instanceId() {
        return instanceId;
    }

    /// Whether somebody else began the log.
    boolean isForeign() {
        return foreignBirth;
    }

    /// The latest time of an entry.
    Instant at() {
        return at;
    }

    /// The highest id; the next entry gets the one behind it.
    long highest() {
        return highest;
    }

    /// Behind the last entry.
    LogPosition end() {
        return end;
    }

    /// Where the conversation begins that no summary stands for.
    LogPosition context() {
        return context;
    }

    Optional<String> warning(SessionId id) {
        return LogWarning.of(id, problem, problems, foreign);
    }

    /// Whether nothing is wrong so far.
    boolean isIntact() {
        return problem.isEmpty();
    }

    /// Whether the next entry goes on from the last one, so that what is known stays true.
    boolean isFollowedBy(ChainVerifier.VerifiedEntry step) {
        return EntryJson.number(step.json(), "parent") == step.id() - 1
                && step.id() > end.link().id();
    }

    /// Before the last entry, for finding out whether it is still there.
    LogPosition beforeLast() {
        return last;
    }

    Json.Obj json() {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("birth", instanceId)
                        .with("highest", Json.Num.of(highest))
                        .with("foreign_birth", new Json.Bool(foreignBirth))
                        .with("ts", at.toString())
                        .with("turns", Json.Num.of(turns.turns()))
                        .with("conversing", new Json.Bool(turns.conversing()))
                        .with("context", context.json())
                        .with("last", last.json())
                        .with("end", end.json())
                        .with("foreign", foreignJson())
                        .with("kept", new Json.Obj(Map.copyOf(kept)))
                        .with("claimed", new Json.Obj(Map.copyOf(claimed)))
                        .with(
                                "open",
                                new Json.Arr(open.list().stream().map(LogState::json).toList()))
                        .with("spoken", new Json.Arr(spoken.stream().map(LogState::json).toList()));
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

    private static Json json(Spoken spoken) {
        return Json.Obj.EMPTY
                .with("ts", spoken.at().toString())
                .with("behind", spoken.behind().json());
    }

    static LogState read(Json.Obj json) {
        var state = new LogState();
        state.instanceId = json.text("birth").orElse("");
        state.highest = EntryJson.number(json, "highest");
        state.foreignBirth = EntryJson.isTrue(json, "foreign_birth");
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
        objects(json, "kept").forEach(state.kept::put);
        objects(json, "claimed").forEach(state.claimed::put);
        for (Json.Obj it : EntryJson.objects(json.find("open"))) {
            state.turns.callRunning(it.text("call_id").orElse(""));
            state.open.add(
                    new OpenCalls.OpenCall(
                            it.text("call_id").orElse(""),
                            it.text("tool").orElse(""),
                            it.text("why").orElse("")));
        }
        for (Json.Obj it : EntryJson.objects(json.find("spoken"))) {
            state.spoken.add(
                    new Spoken(
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
