package dev.deft.agent.session;

import dev.deft.agent.model.Message;
import dev.deft.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a session that is opened again learns from its log.
final class PastEntries {

    private static final String INTERRUPTED =
            "The call was interrupted; whether it took effect is not known. Look before you repeat it.";
    private static final String NEVER_STARTED =
            "The program ended before this call was started; it did nothing.";

    private final List<Entry> branch;
    private final Map<String, Json.Obj> kept = new LinkedHashMap<>();
    private final Map<String, OpenCall> open = new LinkedHashMap<>();
    private int turns;
    private boolean conversing;

    PastEntries(List<Entry> log) {
        branch = Branch.of(log);
        log.forEach(it -> count(it.body()));
        branch.forEach(it -> learn(it.body()));
    }

    /// Turns are counted on every branch: what a turn did to files is known by its number, whatever
    /// was taken back since.
    private void count(Entry.Body body) {
        if (body instanceof Entry.User) {
            conversing = true;
            turns++;
        } else if (body instanceof Entry.Called && !conversing) {
            turns++;
        }
    }

    private void learn(Entry.Body body) {
        switch (body) {
            case Entry.Assistant said ->
                    new Message.Assistant(said.parts())
                            .calls()
                            .forEach(it -> open(it.callId(), it.tool(), NEVER_STARTED));
            case Entry.Called call -> open(call.callId(), call.tool(), INTERRUPTED);
            case Entry.Result result -> open.remove(result.callId());
            case Entry.Kept it -> kept.put(it.name(), it.value());
            case Entry.User _,
                    Entry.Decided _,
                    Entry.Spent _,
                    Entry.Summary _,
                    Entry.Titled _,
                    Entry.Forked _,
                    Entry.Rewound _,
                    Entry.Undone _,
                    Entry.Told _,
                    Entry.Unknown _ -> {}
        }
    }

    private void open(String callId, String tool, String why) {
        open.put(callId, new OpenCall(callId, tool, why));
    }

    List<Entry> branch() {
        return branch;
    }

    Map<String, Json.Obj> kept() {
        return kept;
    }

    /// Calls without a result, in their order. They are never run again.
    List<OpenCall> open() {
        return List.copyOf(open.values());
    }

    /// A call without a result.
    ///
    /// @param why it has none, for the model
    record OpenCall(String callId, String tool, String why) {}

    int turns() {
        return turns;
    }

    /// Whether a model takes part.
    boolean conversing() {
        return conversing;
    }
}
