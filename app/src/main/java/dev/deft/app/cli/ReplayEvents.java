package dev.deft.app.cli;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The events of a run, as its log tells them.
final class ReplayEvents {

    private final List<Event> events = new ArrayList<>();
    private final Set<String> told = new HashSet<>();
    private final Set<String> changed = new TreeSet<>();
    private Usage usage = Usage.NONE;
    private int turns;
    private String text = "";
    private String status = "done";

    private ReplayEvents() {}

    /// One event and when it happened.
    record Event(Instant at, Json.Obj json) {}

    /// What `deft run --output stream-json` would have written.
    static List<Event> of(SessionId id, SessionHistory history) {
        var replay = new ReplayEvents();
        List<Entry> branch = history.branch();
        Instant first = branch.isEmpty() ? Instant.EPOCH : branch.getFirst().at();
        replay.add(
                first,
                event("session").with("session_id", id.value()).with("model", history.model()));
        branch.forEach(replay::tell);
        replay.add(branch.isEmpty() ? first : branch.getLast().at(), replay.result(id));
        return replay.events;
    }

    private static Json.Obj event(String type) {
        return Json.Obj.EMPTY.with("type", type);
    }

    private void add(Instant at, Json.Obj event) {
        events.add(new Event(at, event));
    }

    private void tell(Entry entry) {
        Instant at = entry.at();
        switch (entry.body()) {
            case Entry.User _ -> turns++;
            case Entry.Assistant said -> answer(at, said);
            case Entry.Called call -> call(at, call.callId(), call.tool(), call.arguments());
            case Entry.Result result -> result(at, result);
            case Entry.Spent spent -> {
                usage = usage.plus(spent.usage());
                Json.Obj event = event("usage");
                for (var field : SessionViews.usage(spent.usage()).fields().entrySet()) {
                    event = event.with(field.getKey(), field.getValue());
                }
                add(at, event.with("model", spent.model()));
            }
            case Entry.Summary summary ->
                    add(
                            at,
                            event("compaction")
                                    .with("content", summary.content())
                                    .with("covers_through_ts", summary.coversThrough().toString()));
            case Entry.Decided _,
                    Entry.Kept _,
                    Entry.Titled _,
                    Entry.Forked _,
                    Entry.Rewound _,
                    Entry.Undone _,
                    Entry.Unknown _ -> {}
        }
    }

    private void answer(Instant at, Entry.Assistant said) {
        text = SessionHistory.text(said.parts());
        status = status(said.stop());
        for (Part part : said.parts()) {
            switch (part) {
                case Part.Text(String words) -> add(at, event("text").with("delta", words));
                case Part.Reasoning(String thought, _) ->
                        add(at, event("reasoning").with("delta", thought));
                case Part.Call(String callId, String tool, String arguments) ->
                        call(at, callId, tool, parsed(arguments));
                case Part.Media _ -> {}
            }
        }
    }

    private static String status(Answer.Stop stop) {
        return switch (stop) {
            case DONE, LENGTH -> "done";
            case CALLS, UNHEARD -> "aborted";
            case REFUSED -> "failed";
        };
    }

    /// The model asks for a call, and then it is about to run: told once.
    private void call(Instant at, String callId, String tool, Json arguments) {
        if (told.add(callId)) {
            add(
                    at,
                    event("tool_call")
                            .with("id", callId)
                            .with("tool", tool)
                            .with("args", arguments));
        }
    }

    private static Json parsed(String arguments) {
        try {
            return JsonText.parse(arguments);
        } catch (JsonSyntaxException _) {
            return new Json.Str(arguments);
        }
    }

    private void result(Instant at, Entry.Result result) {
        told.remove(result.callId());
        add(at, event("tool_result").with("id", result.callId()).with("result", result.envelope()));
        if (result.envelope().find("data").orElse(Json.Null.VALUE) instanceof Json.Obj data) {
            note(data);
            if (data.find("files").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> files)) {
                for (Json file : files) {
                    if (file instanceof Json.Obj one) {
                        note(one);
                    }
                }
            }
        }
    }

    /// Data with a diff, or of a file that is gone, is about a file that changed.
    private void note(Json.Obj data) {
        if (data.find("diff").isPresent() || data.find("deleted").isPresent()) {
            data.text("path").ifPresent(changed::add);
        }
    }

    private Json.Obj result(SessionId id) {
        return event("result")
                .with("status", status)
                .with("text", text)
                .with("session_id", id.value())
                .with("turns", Json.Num.of(turns))
                .with("usage", SessionViews.usage(usage))
                .with("files_changed", Json.Arr.ofTexts(changed));
    }
}
