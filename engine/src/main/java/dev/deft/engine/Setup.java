package dev.deft.engine;

import dev.deft.agent.session.SessionId;
import dev.deft.policy.Policy;
import dev.deft.run.Approver;
import dev.deft.run.Gate;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What a run is asked to be.
///
/// @param root the workspace, a real path
/// @param collection narrows the dialect to one of its sets
/// @param session a session to continue or to start; else it is a passing one
/// @param environment of the process
/// @param notices is told what a person should know, such as that something cannot be undone
/// @param guards gates beyond the usual ones
public record Setup(
        Path root,
        String dialect,
        Optional<String> collection,
        Policy policy,
        Optional<SessionId> session,
        Approver person,
        Map<String, String> environment,
        Consumer<String> notices,
        List<Gate> guards) {

    public Setup {
        environment = Map.copyOf(environment);
        guards = List.copyOf(guards);
    }

    public Setup(
            Path root,
            String dialect,
            Optional<String> collection,
            Policy policy,
            Optional<SessionId> session,
            Approver person,
            Map<String, String> environment,
            Consumer<String> notices) {
        this(root, dialect, collection, policy, session, person, environment, notices, List.of());
    }

    public Setup guardedBy(List<Gate> guards) {
        return new Setup(
                root, dialect, collection, policy, session, person, environment, notices, guards);
    }
}
