/// Lists and searches the sessions of a workspace, with an index if there are many.
///
/// The index is derived from the logs and is rebuilt if it is missing, broken or outdated. Knows
/// nothing of how a log is written or verified.
@NullMarked
package dev.deft.agent.session.index;

import org.jspecify.annotations.NullMarked;
