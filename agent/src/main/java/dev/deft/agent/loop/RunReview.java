package dev.deft.agent.loop;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Looks back: at calls that failed, and at a whole run. What goes wrong in it never touches the
/// run.
public interface RunReview {

    /// How many verdicts a run asks for at most.
    int MOST_VERDICTS = 3;

    /// How much of the conversation a review gets, in characters.
    int CONVERSATION_CHARS = 24_000;

    /// Looks at nothing.
    RunReview NONE = new RunReview() {};

    /// Whether failed calls are judged.
    default boolean judges() {
        return false;
    }

    /// Judges the failed calls of a step.
    ///
    /// @param conversation so far, as text
    /// @return what to do, and what it cost
    /// @throws InterruptedException if the run was interrupted
    default Judgment judge(String conversation, List<FailedCall> failed)
            throws InterruptedException {
        return new Judgment(Optional.empty(), Usage.NONE);
    }

    /// Looks back at a run that did something.
    ///
    /// @param conversation as text
    /// @return what it cost
    default Usage reflect(String conversation) {
        return Usage.NONE;
    }

    /// A call that failed, and why.
    record FailedCall(Part.Call call, Message.CallResult result) {

        /// Those of a step.
        static List<FailedCall> of(List<Part.Call> calls, List<Message.CallResult> results) {
            List<FailedCall> failed = new ArrayList<>();
            for (int i = 0; i < results.size(); i++) {
                if (results.get(i).failed()) {
                    failed.add(new FailedCall(calls.get(i), results.get(i)));
                }
            }
            return failed;
        }
    }

    /// A verdict, if there is one, and what it cost.
    record Judgment(Optional<Entry.Judged> verdict, Usage usage) {}
}
