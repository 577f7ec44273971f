package dev.deft.engine;

import dev.deft.agent.session.SessionParent;
import dev.deft.policy.Ceiling;
import java.util.concurrent.atomic.AtomicInteger;

/// What binds the session of a sub-agent to its parent.
///
/// @param origin what its log records
/// @param permissions of the parent; the sub-agent can do nothing that they do not allow, also
///   after they change
/// @param ceiling what the parent could touch with its own tools
/// @param alive counts the sub-agents of the whole tree
record SubAgentLink(
        SessionParent origin, Permissions permissions, Ceiling ceiling, AtomicInteger alive) {}
