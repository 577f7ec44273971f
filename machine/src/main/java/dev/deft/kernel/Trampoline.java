package dev.deft.kernel;

import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;

/// The way into native code that costs a start least: functions of a library that the build of the
/// launcher writes (`.mvn/NativeLibrary.java`).
///
/// The JDK's linker generates its calls when they are linked, which takes a start as long as a
/// seventh of all it does, and what it generates is slow until it is compiled. A native method is a
/// call from the beginning. Without the library, as in a program that embeds Deft, [NativeCall]
/// takes the linker.
final class Trampoline {

    /// Names the library.
    static final String PROPERTY = "deft.library";

    /// Whether the methods can be called.
    static final boolean LOADED = load(System.getProperty(PROPERTY, ""));

    /// The first argument of `dlsym` for what all libraries of the process define.
    private static final long ALL_LIBRARIES = 0;

    private Trampoline() {}

    @SuppressWarnings("restricted")
    private static boolean load(String library) {
        if (library.isEmpty()) {
            return false;
        }
        try {
            System.load(library);
            // No system has a call of this number, so every kernel refuses it.
            return syscall(-1, 0, 0, 0, 0, 0) < 0 && dlsym() != 0;
        } catch (UnsatisfiedLinkError | IllegalCallerException _) {
            return false;
        }
    }

    /// The address of a function of the C library; 0 if there is none. The look-up of the JDK's
    /// linker generates code first, which takes as long as the search of a small workspace.
    static long find(String function) {
        byte[] name = function.getBytes(StandardCharsets.US_ASCII);
        NativeMemory text = NativeMemory.allocate(name.length + 1);
        text.putString(0, name);
        try {
            return call(dlsym(), ALL_LIBRARIES, text.address(), 0, 0, 0, 0);
        } finally {
            Reference.reachabilityFence(text);
        }
    }

    /// Makes a system call.
    ///
    /// @return the result, or the negative error number
    static native long syscall(long number, long a, long b, long c, long d, long e);

    /// Calls the function at an address.
    static native long call(long function, long a, long b, long c, long d, long e, long f);

    /// The address of the function that finds functions by their names.
    private static native long dlsym();
}
