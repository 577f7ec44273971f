package dev.deft.agent.loop;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.ResultMetadata;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/// Reconstructs the events of a session's runs from its log. The text of an answer is one event,
/// and progress of calls is missing.
///
/// If the log has no beginning or end of a run, because calls were made without a model or the
/// process was killed, they are derived from the other entries.
public final class ReplayEvents {

    private final SessionId id;
    private final List<Event> events = new ArrayList<>();
    private final List<Part.Call> wanted = new ArrayList<>();
    private final Set<String> announced = new HashSet<>();
    private final Set<String> changed = new TreeSet<>();
    private Usage usage = Usage.NONE;
    private int steps;
    private String text = "";
    private RunOutcome.Status status = RunOutcome.Status.DONE;

    private ReplayEvents(SessionId id) {
        this.id = id;
    }

    /// One event and when it happened.
    public record Event(Instant at, Json.Obj what) {

        boolean is(String type) {
            return what.text("type").orElse("").equals(type);
        }
    }

    /// The events in order, the first a `session` and the last a `result`.
    public static List<Event> of(SessionId id, SessionHistory history) {
        var replay = new ReplayEvents(id);
        List<Entry> branch = history.branch();
        Instant last = branch.isEmpty() ? Instant.EPOCH : branch.getLast().at();
        branch.forEach(replay::replay);
        replay.announceCalls(last);
        return replay.completed(history.model(), last);
    }

    private List<Event> completed(String model, Instant last) {
        boolean begun = events.stream().anyMatch(it -> it.is("session"));
        if (!begun) {
            Instant first = events.isEmpty() ? last : events.getFirst().at();
            var session = new RunEvent.Session(id.value(), model, "", List.of());
            events.addFirst(new Event(first, RunEventJson.write(session)));
        }
        if (!events.getLast().is("result")) {
            add(last, new RunEvent.Ended(outcome()));
        }
        return events;
    }

    private void add(Instant at, RunEvent event) {
        events.add(new Event(at, RunEventJson.write(event)));
    }

    private void replay(Entry entry) {
        Instant at = entry.at();
        if (!(entry.body() instanceof Entry.TokenUsage)) {
            announceCalls(at);
        }
        switch (entry.body()) {
            case Entry.Assistant answer -> answer(at, answer);
            case Entry.Called call -> call(at, call.callId(), call.tool(), call.arguments());
            case Entry.Result result -> result(at, result);
            case Entry.TokenUsage(Usage spent, String model) -> {
                usage = usage.plus(spent);
                add(at, new RunEvent.TokenUsage(spent, model));
                announceCalls(at);
            }
            case Entry.Summary summary -> add(at, new RunEvent.Compacted(summary.content()));
            case Entry.Event(Json.Obj event) -> events.add(new Event(at, ours(event)));
            case Entry.User _,
                    Entry.Decided _,
                    Entry.StoredValue _,
                    Entry.Titled _,
                    Entry.Forked _,
                    Entry.Rewound _,
                    Entry.Undone _,
                    Entry.Adopted _,
                    Entry.Reflected _,
                    Entry.Judged _,
                    Entry.Notice _,
                    Entry.Unknown _ -> {}
        }
    }

    /// Events of a fork have the id of the original session.
    private Json.Obj ours(Json.Obj event) {
        return event.find("session_id").isPresent() ? event.with("session_id", id.value()) : event;
    }

    private void answer(Instant at, Entry.Assistant answer) {
        steps++;
        String words = SessionHistory.text(answer.parts());
        text = words.isBlank() ? text : words;
        status = status(answer.stop());
        for (Part part : answer.parts()) {
            switch (part) {
                case Part.Text(String delta) -> add(at, new RunEvent.Text(delta));
                case Part.Reasoning(String thought, _) -> {
                    // Encrypted reasoning has no text, and no event.
                    if (!thought.isEmpty()) {
                        add(at, new RunEvent.Reasoning(thought));
                    }
                }
                case Part.Call _, Part.Media _ -> {}
            }
        }
        wanted.addAll(new Message.Assistant(answer.parts()).calls());
    }

    /// A run that ended with pending calls or a partial answer was aborted.
    private static RunOutcome.Status status(Answer.Stop stop) {
        return switch (stop) {
            case DONE -> RunOutcome.Status.DONE;
            case LENGTH -> RunOutcome.Status.LIMIT;
            case CALLS, UNHEARD -> RunOutcome.Status.ABORTED;
            case REFUSED -> RunOutcome.Status.FAILED;
        };
    }

    /// Calls follow the usage of their answer.
    private void announceCalls(Instant at) {
        wanted.forEach(it -> call(at, it.callId(), it.tool(), it.argumentsJson()));
        wanted.clear();
    }

    /// Both the answer and the log entry of a call announce it; only the first counts.
    private void call(Instant at, String callId, String tool, Json arguments) {
        if (announced.add(callId)) {
            add(at, new RunEvent.ToolCall(callId, tool, arguments));
        }
    }

    private void result(Instant at, Entry.Result result) {
        announced.remove(result.callId());
        Json.Obj envelope = result.envelope();
        String title = ResultMetadata.of(envelope).text("title").orElse("");
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

    /// Data with a diff or a deletion belong to a changed file.
    private void note(Json.Obj data) {
        if (data.find("diff").isPresent() || data.find("deleted").isPresent()) {
            data.text("path").ifPresent(changed::add);
        }
    }

    private RunOutcome outcome() {
        return new RunOutcome(
                status,
                text,
                id.value(),
                steps,
                usage,
                OptionalDouble.empty(),
                List.copyOf(changed),
                Optional.empty());
    }
}
