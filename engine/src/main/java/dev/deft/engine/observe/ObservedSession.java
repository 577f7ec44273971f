package dev.deft.engine.observe;

import dev.deft.agent.session.SessionParent;
import dev.deft.output.SecretMask;
import java.util.Optional;

/// A session that is observed.
///
/// @param id of the session
/// @param agent its name when the session opens
/// @param parent what started it, if it is that of a sub-agent
/// @param mask hides the secrets that are known in the session
public record ObservedSession(
        String id, String agent, Optional<SessionParent> parent, SecretMask mask) {}
