/// The Linux kernel, called directly through the foreign function API.
///
/// [Syscalls] makes the calls, [SyscallNumbers] knows their numbers, [Errno] names what went wrong.
/// All calls share one native signature, since each new one costs milliseconds at start and a
/// repeated one next to nothing; a further call is one line in `Syscalls` and one in
/// `SyscallNumbers`. Where [Syscalls#available] is false the callers use the JDK's own file access.
@NullMarked
package dev.deft.kernel;

import org.jspecify.annotations.NullMarked;
