package dev.deft.run;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Decides about calls that the rules leave open, and answers questions of the model: a person at a
/// terminal, in an editor or in a browser, or a program.
///
/// The calls of one session are put to it one at a time.
@FunctionalInterface
public interface Approver {

    /// Headless: every request is a no and every question goes unanswered.
    Approver HEADLESS =
            new Approver() {
                @Override
                public boolean present() {
                    return false;
                }

                @Override
                public Approval approve(Request request) {
                    return Approval.REJECT;
                }
            };

    /// What a model is told when it asks and nobody is there.
    String HEADLESS_ANSWER =
            "Nobody is here to answer: this run is headless. Go on with your best judgement and say what you assumed.";

    /// {@return whether anybody is there; where nobody is, what would be asked is denied}
    default boolean present() {
        return true;
    }

    /// Somebody would have had to decide, and nobody is there. The call is refused already, or it
    /// ran in look mode and is not to run in full.
    ///
    /// @param request what would have been asked
    default void missed(Request request) {}

    /// Decides about one call, which waits for it.
    ///
    /// @param request the call and why it is asked about
    /// @return the decision
    /// @throws IOException when there is no way to whoever decides; the call is then refused
    /// @throws InterruptedException when the call was cancelled
    Approval approve(Request request) throws IOException, InterruptedException;

    /// Answers the questions of a model. An approver that is a lambda answers none.
    ///
    /// @param callId of the call that asks
    /// @param questions to be shown together
    /// @return one list of answers for each question; an empty one was skipped
    /// @throws HostException with [ErrorCode#REFUSED] where nobody answers
    /// @throws IOException when there is no way to whoever answers
    /// @throws InterruptedException when the call was cancelled
    default List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        throw new HostException(ErrorCode.REFUSED, HEADLESS_ANSWER);
    }

    /// A call that needs a decision.
    ///
    /// @param callId as the caller gave it
    /// @param tool the id of the tool
    /// @param arguments what it is called with
    /// @param reasons why it is asked, one line for each gate
    /// @param rules what `session` or `project` would store
    /// @param preview what the call would do, where it was tried out
    record Request(
            String callId,
            String tool,
            Json.Obj arguments,
            List<String> reasons,
            List<String> rules,
            Optional<String> preview) {

        /// Copies the lists.
        public Request {
            reasons = List.copyOf(reasons);
            rules = List.copyOf(rules);
        }

        /// {@return the same for listeners; whoever decides sees it as it is}
        ///
        /// @param mask what to hide
        public Request masked(SecretMask mask) {
            return new Request(
                    callId,
                    tool,
                    mask.json(arguments),
                    reasons.stream().map(mask::text).toList(),
                    rules.stream().map(mask::text).toList(),
                    preview.map(mask::text));
        }
    }
}
