/// Calls the Linux kernel directly.
///
/// [NativeCall] makes the calls: through the [Trampoline] in what `./deft` starts, through the
/// foreign function API elsewhere. [SyscallMemory] is their memory, [SyscallNumbers] has their
/// numbers, [Errno] the error numbers. All calls share one native signature, because each new
/// signature costs milliseconds at start. If [Syscalls#available] is false, callers use the JDK's
/// file access. Nothing here knows workspaces, commands or policies.
@NullMarked
package dev.deft.kernel;

import org.jspecify.annotations.NullMarked;
