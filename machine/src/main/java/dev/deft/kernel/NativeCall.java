package dev.deft.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;

/// Calls functions of the C library, for one thread at a time.
///
/// All calls are made here: compiled, a call by the JDK's linker takes kilobytes of code, and every
/// further place that makes one would take them again.
final class NativeCall {

    /// Garbage collected, not closed: every call that gets memory of a shared arena locks the arena
    /// meanwhile.
    private final MemorySegment state =
            Trampoline.LOADED ? MemorySegment.NULL : Arena.ofAuto().allocate(Linked.STATE);

    /// Whether this machine allows system calls; may fail with a [LinkageError] where it does not.
    static boolean available() {
        return SyscallNumbers.ofThisMachine().isPresent()
                && (Trampoline.LOADED || Linked.SYSCALL.address() != 0);
    }

    /// Calls a function of [CLibrary#function].
    long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        return Trampoline.LOADED
                ? Trampoline.call(function.address(), a, b, c, d, e, f)
                : linked(function, a, b, c, d, e, f);
    }

    /// Makes a system call.
    ///
    /// @return the result, or the negative error number
    long syscall(int number, long a, long b, long c, long d, long e) {
        if (Trampoline.LOADED) {
            return Trampoline.syscall(number, a, b, c, d, e);
        }
        long result = linked(Linked.SYSCALL, number, a, b, c, d, e);
        return result == -1 ? -(long) errno() : result;
    }

    private long linked(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        try {
            return (long) Linked.CALL.invokeExact(function, state, a, b, c, d, e, f, 0L);
        } catch (Throwable impossible) {
            throw new IllegalStateException("a native call cannot throw", impossible);
        }
    }

    private int errno() {
        return state.asByteBuffer().order(ByteOrder.nativeOrder()).getInt((int) Linked.ERRNO);
    }

    /// What the JDK's linker makes, on first use.
    private static final class Linked {

        /// Takes the function, memory of the layout [#STATE], and the arguments.
        static final MethodHandle CALL = CLibrary.link(Linker.Option.captureCallState("errno"));

        static final MemorySegment SYSCALL = CLibrary.function("syscall");
        static final StructLayout STATE = Linker.Option.captureStateLayout();
        static final long ERRNO = offset("errno");

        private Linked() {}

        /// Where a variable of the C library stands in the captured state. A path through the
        /// layout would find it too, but the first path of a process costs milliseconds.
        private static long offset(String variable) {
            long offset = 0;
            for (MemoryLayout it : STATE.memberLayouts()) {
                if (it.name().filter(variable::equals).isPresent()) {
                    return offset;
                }
                offset += it.byteSize();
            }
            throw new UnsupportedOperationException("no " + variable);
        }
    }
}
