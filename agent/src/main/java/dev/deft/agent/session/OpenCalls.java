package dev.deft.agent.session;

import dev.deft.agent.model.Message;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Collects the calls of a session without a result. Those that may have had an effect are never
/// run again.
public final class OpenCalls {

    private static final String INTERRUPTED =
            "The call was interrupted; whether it took effect is not known. Look before you repeat it.";
    private static final String NEVER_STARTED =
            "The program ended before this call was started; it did nothing.";

    private final Map<String, OpenCall> open = new LinkedHashMap<>();
    private final Set<String> looking = new HashSet<>();
    private final Set<String> begun = new HashSet<>();

    /// A call without a result.
    ///
    /// @param reason why it has none, for the model
    public record OpenCall(String callId, String tool, String reason) {

        /// Whether it may have had an effect.
        public boolean started() {
            return !reason.equals(NEVER_STARTED);
        }
    }

    /// Adds an entry of the active branch.
    public void add(Entry.Body body) {
        if (body instanceof Entry.Assistant said) {
            new Message.Assistant(said.parts())
                    .calls()
                    .forEach(it ->
                            open.put(
                                    it.callId(),
                                    new OpenCall(it.callId(), it.tool(), NEVER_STARTED)));
        } else if (body instanceof Entry.Decided decided) {
            decided(decided);
        } else if (body instanceof Entry.Called call) {
            begun.add(call.callId());
            String reason = looking.contains(call.callId()) ? NEVER_STARTED : INTERRUPTED;
            open.put(call.callId(), new OpenCall(call.callId(), call.tool(), reason));
        } else if (body instanceof Entry.Result result) {
            open.remove(result.callId());
        }
    }

    /// A command in look mode leaves nothing behind. It may be run once more, in full, if somebody
    /// allows that: this is recorded before.
    private void decided(Entry.Decided decided) {
        String id = decided.callId();
        if (decided.details().text("mode").equals(Optional.of("look"))) {
            looking.add(id);
            return;
        }
        looking.remove(id);
        OpenCall known = open.get(id);
        if (known != null && decided.allowed() && begun.contains(id)) {
            open.put(id, new OpenCall(id, known.tool(), INTERRUPTED));
        }
    }

    /// Adds a call that another source knows.
    public void add(OpenCall call) {
        begun.add(call.callId());
        open.put(call.callId(), call);
    }

    /// In the order of the calls.
    public List<OpenCall> list() {
        return List.copyOf(open.values());
    }
}
