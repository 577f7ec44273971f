package dev.deft.kernel;

import java.io.IOException;
import java.nio.file.Path;

/// A Landlock ruleset: everything that is not granted is denied to a thread that enters it and to
/// its children, permanently.
///
/// A grant applies to a file, or to a directory and everything below it; there are no exceptions
/// below.
public final class Landlock {

    public static final long EXECUTE = 1;
    public static final long WRITE_FILE = 1 << 1;
    public static final long READ_FILE = 1 << 2;
    public static final long READ_DIR = 1 << 3;
    public static final long TRUNCATE = 1 << 14;
    public static final long DEVICE_CONTROL = 1 << 15;

    /// All rights up to the version we know.
    public static final long EVERYTHING = (1 << 16) - 1;

    private static final long OF_FILES =
            EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE_CONTROL;
    private static final long TCP = 3;
    private static final long SIGNALS_AND_ABSTRACT_SOCKETS = 3;

    /// The Landlock versions that added TCP rules, device controls and scopes.
    private static final int WITH_TCP = 4;

    private static final int WITH_DEVICES = 5;
    private static final int WITH_SCOPES = 6;

    private static final int ASK_VERSION = 1;
    private static final int PATH_BENEATH = 1;
    private static final int PATH_ONLY = 0x200000;
    private static final int CLOEXEC = 0x80000;

    private final int rules;
    private final long handled;

    private Landlock(int rules, long handled) {
        this.rules = rules;
        this.handled = handled;
    }

    /// The Landlock version of this kernel; 0 if it is missing or disabled.
    public static int version() {
        long version =
                SingleSyscall.call(
                        ProcessSyscallNumbers.LANDLOCK_CREATE_RULESET, 0, 0, ASK_VERSION, 0, 0);
        return (int) Math.max(0, version);
    }

    /// Whether it can block signals to processes outside.
    public static boolean blocksSignals() {
        return version() >= WITH_SCOPES;
    }

    /// Creates a ruleset without grants.
    ///
    /// @param network whether TCP is unrestricted
    public static Landlock create(boolean network) throws IOException {
        int version = version();
        long handled = version < WITH_DEVICES ? EVERYTHING & ~DEVICE_CONTROL : EVERYTHING;
        try (var call = SyscallMemory.take()) {
            NativeMemory attributes = call.allocate(24);
            attributes
                    .bytes()
                    .putLong(0, handled)
                    .putLong(8, network ? 0 : TCP)
                    .putLong(16, SIGNALS_AND_ABSTRACT_SOCKETS);
            long size = version >= WITH_SCOPES ? 24 : version >= WITH_TCP ? 16 : 8;
            long rules =
                    call.uninterrupted(
                            ProcessSyscallNumbers.LANDLOCK_CREATE_RULESET,
                            attributes.address(),
                            size,
                            0,
                            0,
                            0);
            return new Landlock(
                    (int) SingleSyscall.checked("landlock_create_ruleset", rules), handled);
        }
    }

    /// Grants rights to a path and everything below it.
    ///
    /// @param directory whether it is a directory; files support fewer rights
    /// @throws IOException if the path does not exist
    public void grant(Path path, boolean directory, long rights) throws IOException {
        int descriptor =
                Descriptors.open(path.toString(), CLOEXEC | PATH_ONLY | Syscalls.O_NOFOLLOW);
        try (var call = SyscallMemory.take()) {
            NativeMemory rule = call.allocate(12);
            rule.bytes()
                    .putLong(0, rights & handled & (directory ? EVERYTHING : OF_FILES))
                    .putInt(8, descriptor);
            long result =
                    call.uninterrupted(
                            ProcessSyscallNumbers.LANDLOCK_ADD_RULE,
                            rules,
                            PATH_BENEATH,
                            rule.address(),
                            0,
                            0);
            SingleSyscall.checked("landlock_add_rule for " + path, result);
        } finally {
            Descriptors.close(descriptor);
        }
    }

    /// Restricts the calling thread, which must not be reused for anything else.
    public void restrictThread() throws IOException {
        SingleSyscall.checked(
                "landlock_restrict_self",
                SingleSyscall.call(
                        ProcessSyscallNumbers.LANDLOCK_RESTRICT_SELF, rules, 0, 0, 0, 0));
    }

    public void close() {
        Descriptors.close(rules);
    }
}
