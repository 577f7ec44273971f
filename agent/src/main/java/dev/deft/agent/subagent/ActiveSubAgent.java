package dev.deft.agent.subagent;

/// A sub-agent at work.
///
/// @param task its task in one line
/// @param background whether nobody waits for it
/// @param doing what it does now, in one line; may be empty
public record ActiveSubAgent(
        String sessionId,
        String agent,
        String task,
        boolean background,
        String startedAt,
        String doing) {}
