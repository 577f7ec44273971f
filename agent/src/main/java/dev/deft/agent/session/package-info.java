/// Sessions: lists of entries that only grow, and all else that is derived from them.
///
/// [SessionStore] keeps them, and [SessionLease] is the right to write to one; the package `file`
/// has the store made of files, [InMemorySessionStore] is for tests. [SessionWriter] puts entries
/// into a store; [SessionLog] writes down what happens, [SessionValues] what is kept by name, and
/// [TurnCount] numbers the turns. [SessionHistory], [Transcript] and [SessionSummary] read.
@NullMarked
package dev.deft.agent.session;

import org.jspecify.annotations.NullMarked;
