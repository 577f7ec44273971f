package dev.deft.process.launch;

import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.SandboxInputs;
import java.util.Map;

/// What a launcher needs to know about the commands of a session.
///
/// @param inputs what commands can see and change
/// @param reach the hosts they can connect to
/// @param limits the resource limits
/// @param environment the variables of every command
/// @param bash the real path of the shell
public record LaunchSetup(
        SandboxInputs inputs,
        NetworkReach reach,
        ResourceLimits limits,
        Map<String, String> environment,
        String bash) {

    public LaunchSetup {
        environment = Map.copyOf(environment);
    }
}
