package dev.deft.process;

import dev.deft.policy.Policy.CommandChoices;
import java.util.List;

/// How the commands of a session are to run.
///
/// @param passedOn variables of the process that they see besides the usual ones
/// @param choices what the policy says about commands
public record ShellSetup(Confinement confinement, List<String> passedOn, CommandChoices choices) {

    public ShellSetup {
        passedOn = List.copyOf(passedOn);
    }
}
