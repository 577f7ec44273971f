/// Stores sessions as files of a workspace: append-only logs, one JSON line per entry, durable
/// before they are acknowledged.
///
/// [FileSessionStore] is the entry point. [FileLease] writes a log through a [LogFile] while it
/// holds a [LockFile]; [LogReader] reads logs, damaged or not; [ChainVerifier] verifies hashes and
/// signatures; [LogOpening] reads the state that a session resumes with; [LogCheck] reports damage
/// and changes. Knows nothing of models, tools or terminals.
@NullMarked
package dev.deft.agent.session.file;

import org.jspecify.annotations.NullMarked;
