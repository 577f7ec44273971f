package dev.deft.run;

import dev.deft.host.ErrorCode;
import java.io.IOException;
import java.util.List;

/// What a gate says about a call.
public sealed interface Verdict {

    /// What it comes to, in one word.
    String says();

    /// Why, in a sentence.
    String why();

    /// How the call runs if it comes to that.
    default Mode mode() {
        return Mode.FULL;
    }

    /// This gate has nothing against it.
    ///
    /// @param why by which rule, for whoever wants it explained
    record Allow(String why) implements Verdict {

        @Override
        public String says() {
            return "allow";
        }
    }

    /// This gate has nothing against it in look mode.
    ///
    /// @param beyond what a person would be asked for the call to run in full
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

    /// A person must decide. Where nobody is there, that is a no.
    ///
    /// @param why what makes the gate ask
    /// @param rules what an answer for the session or the project would store, as people write it
    /// @param keeper stores them
    record Ask(String why, List<String> rules, AnswerStore answers) implements Verdict {

        public Ask {
            rules = List.copyOf(rules);
        }

        @Override
        public String says() {
            return "ask";
        }
    }

    /// It must not happen.
    record Deny(ErrorCode code, String why) implements Verdict {

        @Override
        public String says() {
            return "deny";
        }
    }

    /// Stores what a person said beyond this one call.
    @FunctionalInterface
    interface AnswerStore {

        /// For questions that are asked anew each time.
        AnswerStore NONE = _ -> {};

        void store(Approval answer) throws IOException;
    }
}
