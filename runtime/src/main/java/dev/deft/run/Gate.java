package dev.deft.run;

import java.util.List;
import java.util.Optional;

/// One reason why a call may not happen. A gate only narrows, and knows no other gate.
public interface Gate {

    /// What people call it: `capability`, `rules`, `watchdog`.
    String name();

    /// What it says to a call. It is asked also where a call is only explained, so it changes
    /// nothing.
    Verdict judge(Prepared<?> call) throws InterruptedException;

    /// What it says to a call that ran in look mode and may run again in full.
    default Verdict judgeAgain(Prepared<?> call) throws InterruptedException {
        return judge(call);
    }

    /// Counts a call that every gate and whoever was asked allow, once, right before it runs.
    ///
    /// @return why it must not run after all, as when calls at the same time have reached a limit
    default Optional<Verdict.Deny> admit(Prepared<?> call) {
        return Optional.empty();
    }

    /// What it says to each part of a call that has parts, such as the commands of a script.
    default List<Detail> details(Prepared<?> call) {
        return List.of();
    }

    /// One part of a call.
    ///
    /// @param says `allow`, `ask` or `deny`
    record Detail(String part, String says, String why) {}
}
