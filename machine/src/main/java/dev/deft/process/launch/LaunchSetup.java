package dev.deft.process.launch;

import dev.deft.gateway.Reach;
import dev.deft.sandbox.Ration;
import dev.deft.sandbox.Surroundings;
import java.util.Map;

/// What a launcher has to know about the commands of a session.
///
/// @param surroundings what they see and may change
/// @param reach where they may connect to
/// @param ration how much of the machine they may use
/// @param environment what every one of them sees
/// @param bash the shell, a real path
public record LaunchSetup(
        Surroundings surroundings,
        Reach reach,
        Ration ration,
        Map<String, String> environment,
        String bash) {

    public LaunchSetup {
        environment = Map.copyOf(environment);
    }
}
