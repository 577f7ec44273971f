/// Sub-agents, as tools see them: [SubAgents], and the tools that start and show them.
///
/// A sub-agent is a session of the same engine on the same workspace, with a log of its own that
/// names its parent.
@NullMarked
package dev.deft.agent.subagent;

import org.jspecify.annotations.NullMarked;
