package dev.deft.kernel;

import java.io.IOException;

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
        try (var call = SyscallMemory.take()) {
            NativeMemory header = call.allocate(2 * Integer.BYTES);
            header.bytes().putInt(0, CAPABILITIES_VERSION).putInt(4, 0);
            NativeMemory none = call.allocate(6 * Integer.BYTES);
            none.clear();
            SingleSyscall.checked(
                    "capset",
                    call.uninterrupted(CAPSET, header.address(), none.address(), 0, 0, 0));
        }
    }

    /// Installs a seccomp filter for the thread.
    public static void installFilter(byte[] program) throws IOException {
        try (var call = SyscallMemory.take()) {
            NativeMemory code = call.allocate(program.length);
            code.bytes().put(0, program);
            NativeMemory description = call.allocate(2 * Long.BYTES);
            description
                    .bytes()
                    .putShort(0, (short) (program.length / INSTRUCTION_BYTES))
                    .putLong(8, code.address());
            SingleSyscall.checked(
                    "seccomp",
                    call.uninterrupted(
                            ProcessSyscallNumbers.HERE.seccomp(),
                            SET_FILTER,
                            0,
                            description.address(),
                            0,
                            0));
        }
    }
}
