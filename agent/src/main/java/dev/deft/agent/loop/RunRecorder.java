package dev.deft.agent.loop;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionLog;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.function.Consumer;

/// Records events that no other log entry has, so that a run can be replayed, and forwards all
/// events to a listener.
public final class RunRecorder implements Consumer<RunEvent> {

    private final SessionLog log;
    private final Consumer<RunEvent> listener;

    /// @param listener gets each event after it was recorded
    public RunRecorder(SessionLog log, Consumer<RunEvent> listener) {
        this.log = log;
        this.listener = listener;
    }

    @Override
    public synchronized void accept(RunEvent event) {
        RunEvent shown = masked(event, log.mask());
        if (isRecordedOnlyHere(shown)) {
            write(log, shown);
        }
        listener.accept(shown);
    }

    /// Masks secrets in arguments. Results are masked already.
    private static RunEvent masked(RunEvent event, SecretMask mask) {
        if (event instanceof RunEvent.ToolCall(String id, String tool, Json arguments)) {
            return new RunEvent.ToolCall(id, tool, mask.json(arguments));
        }
        return event
                        instanceof
                        RunEvent.ApprovalRequested(Approver.Request request, boolean present)
                ? new RunEvent.ApprovalRequested(request.masked(mask), present)
                : event;
    }

    /// The beginning of a run is recorded together with the user message.
    private static boolean isRecordedOnlyHere(RunEvent event) {
        return switch (event) {
            case RunEvent.ApprovalRequested _,
                    RunEvent.QuestionsAsked _,
                    RunEvent.Retry _,
                    RunEvent.Message _,
                    RunEvent.Attached _,
                    RunEvent.Warning _,
                    RunEvent.Ended _ ->
                    true;
            case RunEvent.Session _,
                    RunEvent.Text _,
                    RunEvent.Reasoning _,
                    RunEvent.ToolCall _,
                    RunEvent.ToolProgress _,
                    RunEvent.ToolResult _,
                    RunEvent.TokenUsage _,
                    RunEvent.Compacted _ ->
                    false;
        };
    }

    private static void write(SessionLog log, RunEvent event) {
        try {
            log.addEvent(new Entry.Event(RunEventJson.write(event)));
        } catch (IOException _) {
            // The event is delivered anyway; entries that a run needs are written elsewhere.
        }
    }
}
