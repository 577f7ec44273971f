package dev.deft.run;

import dev.deft.host.ErrorCode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The verdict of a gate on a call.
public sealed interface Verdict {

    /// `allow`, `ask` or `deny`.
    String says();

    /// The reason, as a sentence.
    String why();

    /// The mode in which the call may run.
    default Mode mode() {
        return Mode.FULL;
    }

    /// The gate allows the call.
    ///
    /// @param why the rule that allows it
    record Allow(String why) implements Verdict {

        @Override
        public String says() {
            return "allow";
        }
    }

    /// The gate allows the call in look mode.
    ///
    /// @param fullModeQuestion what to ask the approver before the call runs in full mode
    record Look(String why, Ask fullModeQuestion) implements Verdict {

        @Override
        public String says() {
            return "allow";
        }

        @Override
        public Mode mode() {
            return Mode.LOOK;
        }
    }

    /// The approver must decide. In a headless run the call is denied.
    ///
    /// @param why the reason for asking
    /// @param rules that the answers `session` and `project` would add
    /// @param answers stores the answer
    /// @param mode in which the call runs if the approver agrees
    record Ask(String why, List<String> rules, AnswerStore answers, Mode mode) implements Verdict {

        public Ask {
            rules = List.copyOf(rules);
        }

        public Ask(String why, List<String> rules, AnswerStore answers) {
            this(why, rules, answers, Mode.FULL);
        }

        @Override
        public String says() {
            return "ask";
        }
    }

    /// The gate denies the call.
    record Deny(ErrorCode code, String why) implements Verdict {

        @Override
        public String says() {
            return "deny";
        }
    }

    /// Stores an answer that holds beyond this call.
    @FunctionalInterface
    interface AnswerStore {

        /// Stores nothing: the approver is asked each time.
        AnswerStore NONE = _ -> {};

        /// Stores an answer that has no [#objection].
        void store(Approval answer) throws IOException;

        /// Why the rules that the user wrote cannot be stored; absent if they can.
        default Optional<String> objection(Approval answer) {
            return answer.rules().isEmpty()
                    ? Optional.empty()
                    : Optional.of("This call is asked about each time; no rule changes that.");
        }
    }
}
