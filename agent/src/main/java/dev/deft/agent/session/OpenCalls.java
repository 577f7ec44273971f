package dev.deft.agent.session;

import dev.deft.agent.model.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects the calls of a session without a result. Those that were started are never run again.
public final class OpenCalls {

    private static final String INTERRUPTED =
            "The call was interrupted; whether it took effect is not known. Look before you repeat it.";
    private static final String NEVER_STARTED =
            "The program ended before this call was started; it did nothing.";

    private final Map<String, OpenCall> open = new LinkedHashMap<>();

    /// A call without a result.
    ///
    /// @param reason why it has none, for the model
    public record OpenCall(String callId, String tool, String reason) {

        /// Whether it may have had an effect.
        boolean started() {
            return !reason.equals(NEVER_STARTED);
        }
    }

    /// Adds an entry of the active branch.
    public void add(Entry.Body body) {
        if (body instanceof Entry.Assistant said) {
            new Message.Assistant(said.parts())
                    .calls()
                    .forEach(it -> add(new OpenCall(it.callId(), it.tool(), NEVER_STARTED)));
        } else if (body instanceof Entry.Called call) {
            add(new OpenCall(call.callId(), call.tool(), INTERRUPTED));
        } else if (body instanceof Entry.Result result) {
            open.remove(result.callId());
        }
    }

    /// Adds a call that another source knows.
    public void add(OpenCall call) {
        open.put(call.callId(), call);
    }

    /// In the order of the calls.
    public List<OpenCall> list() {
        return List.copyOf(open.values());
    }
}
