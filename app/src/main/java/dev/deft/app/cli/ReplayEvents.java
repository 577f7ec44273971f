package dev.deft.app.cli;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
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
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/// The events of a run, as its log tells them.
///
/// What a log does not have stays empty: the agent, the tools that were on offer, and the price.
final class ReplayEvents {

    private final List<Event> events = new ArrayList<>();
    private final Set<String> told = new HashSet<>();
    private final Set<String> changed = new TreeSet<>();
    private Usage usage = Usage.NONE;
    private int turns;
    private String text = "";
    private RunOutcome.Status status = RunOutcome.Status.DONE;

    private ReplayEvents() {}

    /// One event and when it happened.
    record Event(Instant at, RunEvent what) {}

    /// What `deft run` would have told.
    static List<Event> of(SessionId id, SessionHistory history) {
        var replay = new ReplayEvents();
        List<Entry> branch = history.branch();
        Instant first = branch.isEmpty() ? Instant.EPOCH : branch.getFirst().at();
        Instant last = branch.isEmpty() ? first : branch.getLast().at();
        replay.add(first, new RunEvent.Session(id.value(), history.model(), "", List.of()));
        branch.forEach(replay::tell);
        replay.add(last, new RunEvent.Ended(replay.outcome(id)));
        return replay.events;
    }

    private void add(Instant at, RunEvent event) {
        events.add(new Event(at, event));
    }

    private void tell(Entry entry) {
        Instant at = entry.at();
        switch (entry.body()) {
            case Entry.Assistant said -> answer(at, said);
            case Entry.Called call -> call(at, call.callId(), call.tool(), call.arguments());
            case Entry.Result result -> result(at, result);
            case Entry.Spent(Usage spent, String model) -> {
                usage = usage.plus(spent);
                add(at, new RunEvent.Spent(spent, model));
            }
            case Entry.Summary summary -> add(at, new RunEvent.Compacted(summary.content()));
            case Entry.User _,
                    Entry.Decided _,
                    Entry.Kept _,
                    Entry.Titled _,
                    Entry.Forked _,
                    Entry.Rewound _,
                    Entry.Undone _,
                    Entry.Unknown _ -> {}
        }
    }

    private void answer(Instant at, Entry.Assistant said) {
        turns++;
        String words = SessionHistory.text(said.parts());
        text = words.isBlank() ? text : words;
        status = status(said.stop());
        for (Part part : said.parts()) {
            switch (part) {
                case Part.Text(String delta) -> add(at, new RunEvent.Text(delta));
                case Part.Reasoning(String thought, _) -> add(at, new RunEvent.Reasoning(thought));
                case Part.Call(String callId, String tool, String arguments) ->
                        call(at, callId, tool, parsed(arguments));
                case Part.Media _ -> {}
            }
        }
    }

    /// A run whose last answer still waits for its calls, or was not heard out, was cut short.
    private static RunOutcome.Status status(Answer.Stop stop) {
        return switch (stop) {
            case DONE, LENGTH -> RunOutcome.Status.DONE;
            case CALLS, UNHEARD -> RunOutcome.Status.ABORTED;
            case REFUSED -> RunOutcome.Status.FAILED;
        };
    }

    /// The model asks for a call, and then it is about to run: told once.
    private void call(Instant at, String callId, String tool, Json arguments) {
        if (told.add(callId)) {
            add(at, new RunEvent.ToolCall(callId, tool, arguments));
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
        Json.Obj envelope = result.envelope();
        String title = SessionViews.metadata(envelope).text("title").orElse("");
        add(
                at,
                new RunEvent.ToolResult(
                        result.callId(), result.tool(), result.failed(), title, envelope));
        if (envelope.find("data").orElse(Json.Null.VALUE) instanceof Json.Obj data) {
            note(data);
            if (data.find("files").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> files)) {
                files.stream()
                        .filter(Json.Obj.class::isInstance)
                        .forEach(it -> note((Json.Obj) it));
            }
        }
    }

    /// Data with a diff, or of a file that is gone, is about a file that changed.
    private void note(Json.Obj data) {
        if (data.find("diff").isPresent() || data.find("deleted").isPresent()) {
            data.text("path").ifPresent(changed::add);
        }
    }

    private RunOutcome outcome(SessionId id) {
        return new RunOutcome(
                status,
                text,
                id.value(),
                turns,
                usage,
                OptionalDouble.empty(),
                List.copyOf(changed),
                Optional.empty());
    }
}
