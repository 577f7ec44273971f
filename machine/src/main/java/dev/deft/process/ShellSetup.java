package dev.deft.process;

import dev.deft.policy.Policy.CommandChoices;
import java.util.List;

/// How the commands of a session run.
///
/// @param inherited additional variables of this process that commands see
/// @param choices what the policy says about commands
public record ShellSetup(Confinement confinement, List<String> inherited, CommandChoices choices) {

    public ShellSetup {
        inherited = List.copyOf(inherited);
    }
}
