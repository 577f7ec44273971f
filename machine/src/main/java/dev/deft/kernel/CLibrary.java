package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The C library functions we call, all with the same signature: seven longs in, one out.
///
/// One handle calls them all: linking another takes a cold process milliseconds, and so does the
/// code that Java makes for each handle that was used a hundred times.
///
/// A function with fewer parameters ignores the rest, which the calling conventions of both
/// supported processors allow. Loading this class fails without Linux or native access; only
/// [Syscalls#available] may find that out.
final class CLibrary {

    static final SyscallNumbers NUMBERS;

    /// Takes the function, memory of the layout [#STATE], and the arguments.
    static final MethodHandle CALL;

    static final MemorySegment SYSCALL;
    static final StructLayout STATE = Linker.Option.captureStateLayout();
    static final long ERRNO = offset("errno");

    private static final FunctionDescriptor SHAPE =
            FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                    JAVA_LONG);

    static {
        Optional<SyscallNumbers> numbers = SyscallNumbers.ofThisMachine();
        NUMBERS = numbers.orElseThrow(() -> new UnsupportedOperationException("not Linux"));
        CALL = link(Linker.Option.captureCallState("errno"));
        SYSCALL = function("syscall");
    }

    private CLibrary() {}

    /// Where a variable of the C library stands in the captured state. A path through the layout
    /// would find it too, but the first path of a process costs milliseconds.
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

    /// The address of a function.
    static MemorySegment function(String name) {
        return Linker.nativeLinker().defaultLookup().findOrThrow(name);
    }

    /// Links a function that returns within microseconds and sets no errno.
    static MethodHandle linkCritical(String name) {
        return link(Linker.Option.critical(false)).bindTo(function(name));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle link(Linker.Option manner) {
        return Linker.nativeLinker().downcallHandle(SHAPE, manner);
    }
}
