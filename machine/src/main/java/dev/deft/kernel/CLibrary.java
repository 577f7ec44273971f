package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The C library functions we call, all with the same signature: seven longs in, one out.
///
/// One handle calls them all: linking another takes a cold process milliseconds, and so does the
/// code that Java makes for each handle that was used a hundred times.
///
/// A function with fewer parameters ignores the rest, which the calling conventions of both
/// supported processors allow. Loading this class fails without Linux; only [Syscalls#available]
/// may find that out.
final class CLibrary {

    static final SyscallNumbers NUMBERS = numbers();

    private CLibrary() {}

    private static SyscallNumbers numbers() {
        Optional<SyscallNumbers> numbers = SyscallNumbers.ofThisMachine();
        return numbers.orElseThrow(() -> new UnsupportedOperationException("not Linux"));
    }

    /// The address of a function.
    static MemorySegment function(String name) {
        long address = Trampoline.LOADED ? Trampoline.find(name) : 0;
        return address == 0
                ? Linker.nativeLinker().defaultLookup().findOrThrow(name)
                : MemorySegment.ofAddress(address);
    }

    /// Links a function that returns within microseconds and sets no errno.
    static MethodHandle linkCritical(String name) {
        return link(Linker.Option.critical(false)).bindTo(function(name));
    }

    @SuppressWarnings("restricted")
    static MethodHandle link(Linker.Option manner) {
        return Linker.nativeLinker()
                .downcallHandle(
                        FunctionDescriptor.of(
                                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                                JAVA_LONG, JAVA_LONG),
                        manner);
    }
}
