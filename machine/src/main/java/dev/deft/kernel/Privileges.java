package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Permanently removes privileges from the calling thread and its children.
public final class Privileges {

    private static final int PR_CAPBSET_DROP = 24;
    private static final int PR_SET_NO_NEW_PRIVS = 38;
    private static final int CAPABILITIES_VERSION = 0x20080522;
    private static final int MOST_CAPABILITIES = 64;
    private static final int SET_FILTER = 1;
    private static final int INSTRUCTION_BYTES = 8;
    private static final int CAPSET = "aarch64".equals(System.getProperty("os.arch")) ? 91 : 126;

    private Privileges() {}

    /// Sets `no_new_privs`: executed programs cannot gain privileges.
    public static void setNoNewPrivileges() throws IOException {
        SingleSyscall.checked(
                "PR_SET_NO_NEW_PRIVS",
                SingleSyscall.call(
                        ProcessSyscallNumbers.HERE.prctl(), PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
    }

    /// Drops all capabilities; an ordinary user has none.
    public static void dropCapabilities() throws IOException {
        for (int capability = 0; capability < MOST_CAPABILITIES; capability++) {
            SingleSyscall.call(
                    ProcessSyscallNumbers.HERE.prctl(), PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment header = arena.allocate(8, 8);
            header.set(JAVA_INT, 0, CAPABILITIES_VERSION);
            MemorySegment none = arena.allocate(24, 8);
            SingleSyscall.checked(
                    "capset",
                    SingleSyscall.call(CAPSET, header.address(), none.address(), 0, 0, 0));
        }
    }

    /// Installs a seccomp filter for the thread.
    public static void installFilter(byte[] program) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment code = arena.allocate(program.length, 8);
            MemorySegment.copy(program, 0, code, JAVA_BYTE, 0, program.length);
            MemorySegment description = arena.allocate(16, 8);
            description.set(JAVA_SHORT, 0, (short) (program.length / INSTRUCTION_BYTES));
            description.set(JAVA_LONG, 8, code.address());
            SingleSyscall.checked(
                    "seccomp",
                    SingleSyscall.call(
                            ProcessSyscallNumbers.HERE.seccomp(),
                            SET_FILTER,
                            0,
                            description.address(),
                            0,
                            0));
        }
    }
}
