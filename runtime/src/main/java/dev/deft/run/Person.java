package dev.deft.run;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.output.Mask;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Whoever may decide and answer: at a terminal, in an editor, in the console, or behind a pipe.
public interface Person {

    /// Headless: every request is a no and every question goes unanswered.
    Person NOBODY =
            new Person() {
                @Override
                public boolean present() {
                    return false;
                }

                @Override
                public Answer approve(Request request) {
                    return Answer.REJECT;
                }

                @Override
                public List<List<String>> answer(String callId, List<Question> questions)
                        throws IOException {
                    throw new HostException(ErrorCode.REFUSED, NOBODY_ANSWERS);
                }
            };

    /// What a model is told when it asks and nobody is there.
    String NOBODY_ANSWERS =
            "Nobody is here to answer: this run is headless. Go on with your best judgement and say what you assumed.";

    default boolean present() {
        return true;
    }

    /// Somebody would have had to decide, and nobody is there. The call is refused already, or it
    /// ran in look mode and is not to run in full.
    default void missed(Request request) {}

    Answer approve(Request request) throws IOException, InterruptedException;

    /// One list of answers for each question; an empty one was skipped.
    List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException;

    /// A call that needs a decision.
    ///
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

        public Request {
            reasons = List.copyOf(reasons);
            rules = List.copyOf(rules);
        }

        /// The same for onlookers. Whoever decides sees it as it is.
        public Request masked(Mask mask) {
            return new Request(
                    callId,
                    tool,
                    mask.json(arguments),
                    reasons.stream().map(mask::text).toList(),
                    rules.stream().map(mask::text).toList(),
                    preview.map(mask::text));
        }
    }

    /// What a person says to a request.
    enum Answer {
        ONCE,
        SESSION,
        PROJECT,
        REJECT
    }
}
