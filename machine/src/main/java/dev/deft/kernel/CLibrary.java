package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The C library functions we link, all with the same signature: seven longs in, one out.
///
/// A function with fewer parameters ignores the rest, which the calling conventions of both
/// supported processors allow. Loading this class fails without Linux or native access; only
/// [Syscalls#available] may find that out.
final class CLibrary {

    static final SyscallNumbers NUMBERS;
    static final MethodHandle SYSCALL;
    static final StructLayout STATE = Linker.Option.captureStateLayout();
    static final long ERRNO = offset("errno");

    private static final FunctionDescriptor SHAPE =
            FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                    JAVA_LONG);

    static {
        Optional<SyscallNumbers> numbers = SyscallNumbers.ofThisMachine();
        NUMBERS = numbers.orElseThrow(() -> new UnsupportedOperationException("not Linux"));
        SYSCALL = link("syscall", Linker.Option.captureCallState("errno"));
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

    /// Links a function that returns within microseconds and sets no errno.
    static MethodHandle linkCritical(String name) {
        return link(name, Linker.Option.critical(false));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle link(String name, Linker.Option manner) {
        Linker linker = Linker.nativeLinker();
        MemorySegment function = linker.defaultLookup().findOrThrow(name);
        return linker.downcallHandle(function, SHAPE, manner);
    }
}
