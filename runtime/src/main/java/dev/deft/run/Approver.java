package dev.deft.run;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Decides about calls that the rules leave open, and answers questions of the model. An approver
/// may be a program, or the user at a terminal, in an editor or in a browser.
///
/// It gets the requests of one session one at a time, unless it [#servesMany].
@FunctionalInterface
public interface Approver {

    /// Denies every request and answers no question.
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

    /// The answer to a question of the model in a headless run.
    String HEADLESS_ANSWER =
            "Nobody is here to answer: this run is headless. Go on with your best judgement and say"
                    + " what you assumed.";

    /// {@return whether the approver can be asked; otherwise its requests are denied}
    default boolean present() {
        return true;
    }

    /// {@return whether it speaks for several users at once, each with calls of their own: then
    /// their requests do not wait for each other, and more calls run at the same time}
    default boolean servesMany() {
        return false;
    }

    /// Reports a request that was not made because the approver is not [#present]. The call was
    /// denied, or ran in look mode only.
    ///
    /// @param request that was not made
    default void missed(Request request) {}

    /// Decides about one call, which waits for the answer.
    ///
    /// @param request the call and the reasons for asking
    /// @return the decision
    /// @throws IOException if the approver cannot be reached; the call is then denied
    /// @throws InterruptedException if the call was cancelled
    Approval approve(Request request) throws IOException, InterruptedException;

    /// Answers questions of the model. By default it answers none.
    ///
    /// @param callId of the call that asks
    /// @param questions to show together
    /// @return a list of answers for each question; empty for a skipped question
    /// @throws HostException with [ErrorCode#REFUSED] if nobody answers
    /// @throws IOException if the approver cannot be reached
    /// @throws InterruptedException if the call was cancelled
    default List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        throw new HostException(ErrorCode.REFUSED, HEADLESS_ANSWER);
    }

    /// A call that needs a decision.
    ///
    /// @param callId the caller's id of the call
    /// @param tool the id of the tool
    /// @param arguments of the call
    /// @param reasons for asking, one line for each gate
    /// @param rules that the answers `session` and `project` would add
    /// @param preview what the call would do, if there was a dry run
    /// @param from the sub-agent that makes the call, such as `explore 1f3a9c`; empty for the agent
    ///   that the approver knows
    record Request(
            String callId,
            String tool,
            Json.Obj arguments,
            List<String> reasons,
            List<String> rules,
            Optional<String> preview,
            Optional<String> from) {

        /// Copies the lists.
        public Request {
            reasons = List.copyOf(reasons);
            rules = List.copyOf(rules);
        }

        /// A request of the agent that the approver knows.
        ///
        /// @param callId the caller's id of the call
        /// @param tool the id of the tool
        /// @param arguments of the call
        /// @param reasons for asking, one line for each gate
        /// @param rules that the answers `session` and `project` would add
        /// @param preview what the call would do, if there was a dry run
        public Request(
                String callId,
                String tool,
                Json.Obj arguments,
                List<String> reasons,
                List<String> rules,
                Optional<String> preview) {
            this(callId, tool, arguments, reasons, rules, preview, Optional.empty());
        }

        /// {@return the same request of a sub-agent; one that has a name already keeps it}
        ///
        /// @param name of the sub-agent
        public Request from(String name) {
            return new Request(
                    callId,
                    tool,
                    arguments,
                    reasons,
                    rules,
                    preview,
                    Optional.of(from.orElse(name)));
        }

        /// {@return this request without secrets, for listeners; the approver sees it unmasked}
        ///
        /// @param mask hides the secrets
        public Request masked(SecretMask mask) {
            return new Request(
                    callId,
                    tool,
                    mask.json(arguments),
                    reasons.stream().map(mask::text).toList(),
                    rules.stream().map(mask::text).toList(),
                    preview.map(mask::text),
                    from);
        }
    }
}
