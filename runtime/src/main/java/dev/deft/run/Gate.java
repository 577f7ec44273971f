package dev.deft.run;

import java.util.List;
import java.util.Optional;

/// One reason why a call may not happen. A gate only narrows, and knows no other gate. It is asked
/// on the threads of the calls, several at a time.
public interface Gate {

    /// {@return what people call it: `capability`, `rules`, `watchdog`}
    String name();

    /// Judges a call. It is asked also where a call is only explained, so it changes nothing.
    ///
    /// @param call with its parameters and what it would touch
    /// @return what it says
    /// @throws InterruptedException when the call was cancelled
    Verdict judge(PreparedCall<?> call) throws InterruptedException;

    /// Judges a call that ran in look mode and may run again in full.
    ///
    /// @param call with its parameters and what it would touch
    /// @return what it says
    /// @throws InterruptedException when the call was cancelled
    default Verdict judgeAgain(PreparedCall<?> call) throws InterruptedException {
        return judge(call);
    }

    /// Counts a call that every gate and whoever was asked allow, once, right before it runs.
    ///
    /// @param call with its parameters and what it would touch
    /// @return why it must not run after all, as when calls at the same time have reached a limit
    default Optional<Verdict.Deny> admit(PreparedCall<?> call) {
        return Optional.empty();
    }

    /// {@return what it says to each part of a call that has parts, such as the commands of a
    /// script}
    ///
    /// @param call with its parameters and what it would touch
    default List<Detail> details(PreparedCall<?> call) {
        return List.of();
    }

    /// One part of a call.
    ///
    /// @param part such as one command
    /// @param says `allow`, `ask` or `deny`
    /// @param why one sentence
    record Detail(String part, String says, String why) {}
}
