package dev.deft.run;

import java.util.List;

/// One reason why a call may not happen. A gate only narrows, and knows no other gate.
public interface Gate {

    /// What people call it: `capability`, `rules`, `watchdog`.
    String name();

    Verdict judge(Prepared<?> call) throws InterruptedException;

    /// What it says to each part of a call that has parts, such as the commands of a script.
    default List<Detail> details(Prepared<?> call) {
        return List.of();
    }

    /// One part of a call.
    ///
    /// @param says `allow`, `ask` or `deny`
    record Detail(String part, String says, String why) {}
}
