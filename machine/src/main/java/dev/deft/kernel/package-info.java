/// Calls the Linux kernel directly through the foreign function API.
///
/// [NativeCall] makes the calls, [SyscallMemory] is their memory, [SyscallNumbers] has their
/// numbers, [Errno] the error numbers. All calls share one native signature, because each new
/// signature costs milliseconds at start. If [Syscalls#available] is false, callers use the JDK's
/// file access. Nothing here knows workspaces, commands or policies.
@NullMarked
package dev.deft.kernel;

import org.jspecify.annotations.NullMarked;
