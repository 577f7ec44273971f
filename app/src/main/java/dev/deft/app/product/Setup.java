package dev.deft.app.product;

import dev.deft.agent.session.SessionId;
import dev.deft.guard.Policy;
import dev.deft.run.Person;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What a run is asked to be.
///
/// @param root the workspace, a real path
/// @param collection narrows the dialect to one of its sets
/// @param session a session to continue or to start; else it is a passing one
/// @param environment of the process
public record Setup(
        Path root,
        String dialect,
        Optional<String> collection,
        Policy policy,
        Optional<SessionId> session,
        Person person,
        Map<String, String> environment) {

    public Setup {
        environment = Map.copyOf(environment);
    }
}
