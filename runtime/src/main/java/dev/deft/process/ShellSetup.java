package dev.deft.process;

import dev.deft.gateway.Reach;
import dev.deft.guard.Policy.CommandChoices;
import dev.deft.guard.Policy.SandboxMode;
import dev.deft.sandbox.Ration;
import dev.deft.sandbox.Surroundings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// How the commands of a session are to run.
///
/// @param root the workspace, a real path
/// @param environment of the process
/// @param passedOn further variables that commands may see
/// @param hidden directories no command may see
/// @param reach where commands may connect to
/// @param drafts where changes made aside may lie, best first
/// @param ration how much of the machine they may use
public record ShellSetup(
        Path root,
        Map<String, String> environment,
        List<String> passedOn,
        List<Path> hidden,
        SandboxMode sandbox,
        Reach reach,
        CommandChoices choices,
        List<Path> drafts,
        Ration ration) {

    public ShellSetup {
        environment = Map.copyOf(environment);
        passedOn = List.copyOf(passedOn);
        hidden = List.copyOf(hidden);
        drafts = List.copyOf(drafts);
    }

    Surroundings surroundings() {
        return new Surroundings(root, environment, hidden);
    }
}
