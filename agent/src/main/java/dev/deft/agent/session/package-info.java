/// Sessions: append-only lists of entries, and everything derived from them.
///
/// [SessionStore] stores sessions, and [SessionLease] is the right to write to one; the package
/// `file` has the store for files, [InMemorySessionStore] is for tests. [SessionWriter] writes
/// entries, [SessionLog] messages and calls, [SessionValues] named values; [TurnCount] numbers the
/// turns. [SessionHistory], [Transcript] and [SessionSummary] read. Knows no model provider, no
/// loop and no files.
@NullMarked
package dev.deft.agent.session;

import org.jspecify.annotations.NullMarked;
