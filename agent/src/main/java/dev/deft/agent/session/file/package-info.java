/// Sessions as files in a workspace: append-only logs, one JSON line an entry, durable before
/// anyone is told.
///
/// [FileSessionStore] is the entrance. [FileLease] writes a log through a [LogFile] while it holds
/// a [LockFile]; [LogReader] reads one in whatever state it is; [ChainVerifier] follows its hashes
/// and signatures; [LogOpening] learns from it what a session must know to go on; [LogCheck] says
/// what is not as it was written.
@NullMarked
package dev.deft.agent.session.file;

import org.jspecify.annotations.NullMarked;
