package dev.deft.run;

/// One reason why a call may not happen. A gate only narrows, and knows no other gate.
public interface Gate {

    /// What people call it: `capability`, `rules`, `watchdog`.
    String name();

    Verdict judge(Prepared<?> call) throws InterruptedException;
}
