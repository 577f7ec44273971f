package dev.deft.kernel;

/// The way into native code that costs a start least: two functions of a library that the build of
/// the launcher writes (`.mvn/NativeLibrary.java`).
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

    private Trampoline() {}

    @SuppressWarnings("restricted")
    private static boolean load(String library) {
        if (library.isEmpty()) {
            return false;
        }
        try {
            System.load(library);
            // No system has a call of this number, so every kernel refuses it.
            return syscall(-1, 0, 0, 0, 0, 0) < 0;
        } catch (UnsatisfiedLinkError | IllegalCallerException _) {
            return false;
        }
    }

    /// Makes a system call.
    ///
    /// @return the result, or the negative error number
    static native long syscall(long number, long a, long b, long c, long d, long e);

    /// Calls the function at an address.
    static native long call(long function, long a, long b, long c, long d, long e, long f);
}
