/// The tools over sessions, and what they work with: [WorkspaceSessions].
///
/// They are the only way for a tool to read the log of another session. The rules decide about each
/// call by the id of that session.
@NullMarked
package dev.deft.agent.session.tool;

import org.jspecify.annotations.NullMarked;
