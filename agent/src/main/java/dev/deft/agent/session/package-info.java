/// Append-only session logs: one JSON line an entry, durable before anyone is told.
///
/// The log is the truth; whatever else is known about a session is derived from it.
@NullMarked
package dev.deft.agent.session;

import org.jspecify.annotations.NullMarked;
