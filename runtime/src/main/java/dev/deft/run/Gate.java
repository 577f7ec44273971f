package dev.deft.run;

import java.util.List;
import java.util.Optional;

/// Judges calls before they run. A gate can only restrict a call, and knows no other gate. Several
/// calls may use it at the same time, each on its own thread. A tool that is a gate too judges its
/// own calls.
public interface Gate {

    /// {@return the name of the gate, such as `capability` or `rules`}
    String name();

    /// Judges a call. It must not have side effects, unless [#explain] is defined without them.
    ///
    /// @param call to judge
    /// @return the verdict
    /// @throws InterruptedException if the call was cancelled
    Verdict judge(PreparedCall<?> call) throws InterruptedException;

    /// Judges whether a call that failed in look mode may rerun in full mode.
    ///
    /// @param call to judge
    /// @return the verdict
    /// @throws InterruptedException if the call was cancelled
    default Verdict judgeAgain(PreparedCall<?> call) throws InterruptedException {
        return judge(call);
    }

    /// Judges a call that will not run, to explain it.
    ///
    /// @param call to judge
    /// @return the verdict, or what it would depend on
    /// @throws InterruptedException if it was cancelled
    default Verdict explain(PreparedCall<?> call) throws InterruptedException {
        return judge(call);
    }

    /// Counts an allowed call, once, right before it runs.
    ///
    /// @param call to judge
    /// @return a denial if concurrent calls have reached a limit in the meantime
    default Optional<Verdict.Deny> admit(PreparedCall<?> call) {
        return Optional.empty();
    }

    /// {@return the verdict on each part of a call, such as each command of a script}
    ///
    /// @param call to judge
    default List<Detail> details(PreparedCall<?> call) {
        return List.of();
    }

    /// One part of a call.
    ///
    /// @param part such as a command
    /// @param says `allow`, `ask` or `deny`
    /// @param why one sentence
    record Detail(String part, String says, String why) {}
}
