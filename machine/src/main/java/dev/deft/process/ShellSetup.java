package dev.deft.process;

import dev.deft.policy.Policy.CommandChoices;
import java.util.List;

/// How the commands of a session run.
///
/// @param passedOn additional variables of this process that commands see
/// @param choices what the policy says about commands
public record ShellSetup(Confinement confinement, List<String> passedOn, CommandChoices choices) {

    public ShellSetup {
        passedOn = List.copyOf(passedOn);
    }
}
