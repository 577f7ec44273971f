package dev.deft.process.launch;

import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.SandboxInputs;
import java.util.Map;

/// What a launcher has to know about the commands of a session.
///
/// @param surroundings what they see and may change
/// @param reach where they may connect to
/// @param ration how much of the machine they may use
/// @param environment what every one of them sees
/// @param bash the shell, a real path
public record LaunchSetup(
        SandboxInputs surroundings,
        NetworkReach reach,
        ResourceLimits ration,
        Map<String, String> environment,
        String bash) {

    public LaunchSetup {
        environment = Map.copyOf(environment);
    }
}
