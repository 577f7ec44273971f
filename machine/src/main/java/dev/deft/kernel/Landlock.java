package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A set of rules of the kernel's Landlock: what is not granted is refused, to a thread that enters
/// and to everything it starts, for good.
///
/// A grant holds for a file, or for a directory and everything below it; nothing can be taken out
/// again.
public final class Landlock {

    public static final long EXECUTE = 1;
    public static final long WRITE_FILE = 1 << 1;
    public static final long READ_FILE = 1 << 2;
    public static final long READ_DIR = 1 << 3;
    public static final long TRUNCATE = 1 << 14;
    public static final long DEVICE_CONTROL = 1 << 15;

    /// Everything that has been defined up to the version we know.
    public static final long EVERYTHING = (1 << 16) - 1;

    private static final long OF_FILES =
            EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE_CONTROL;
    private static final long TCP = 3;
    private static final long SIGNALS_AND_ABSTRACT_SOCKETS = 3;

    /// From these versions on there are device controls, rules for TCP, and for signals.
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

    /// The version of Landlock in this kernel; 0 where it is missing or switched off.
    public static int version() {
        long version =
                SingleSyscall.call(
                        ProcessSyscallNumbers.LANDLOCK_CREATE_RULESET, 0, 0, ASK_VERSION, 0, 0);
        return (int) Math.max(0, version);
    }

    /// Whether it keeps signals from those outside.
    public static boolean holdsSignals() {
        return version() >= WITH_SCOPES;
    }

    /// Rules that grant nothing yet.
    ///
    /// @param network whether TCP stays as it is
    public static Landlock withNothing(boolean network) throws IOException {
        int version = version();
        long handled = version < WITH_DEVICES ? EVERYTHING & ~DEVICE_CONTROL : EVERYTHING;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(24, 8);
            attributes.set(JAVA_LONG, 0, handled);
            attributes.set(JAVA_LONG, 8, network ? 0 : TCP);
            attributes.set(JAVA_LONG, 16, SIGNALS_AND_ABSTRACT_SOCKETS);
            long size = version >= WITH_SCOPES ? 24 : version >= WITH_TCP ? 16 : 8;
            long rules =
                    SingleSyscall.call(
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

    /// Grants rights below a path.
    ///
    /// @param directory whether it is one; a file takes fewer rights
    /// @throws IOException when there is no such path
    public void grant(Path path, boolean directory, long rights) throws IOException {
        int place = Descriptors.open(path.toString(), CLOEXEC | PATH_ONLY | Syscalls.O_NOFOLLOW);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment rule = arena.allocate(12, 8);
            rule.set(
                    JAVA_LONG_UNALIGNED, 0, rights & handled & (directory ? EVERYTHING : OF_FILES));
            rule.set(JAVA_INT, 8, place);
            long result =
                    SingleSyscall.call(
                            ProcessSyscallNumbers.LANDLOCK_ADD_RULE,
                            rules,
                            PATH_BENEATH,
                            rule.address(),
                            0,
                            0);
            SingleSyscall.checked("landlock_add_rule for " + path, result);
        } finally {
            Descriptors.close(place);
        }
    }

    /// Puts the calling thread under these rules. It must not be one that is used again.
    public void enter() throws IOException {
        SingleSyscall.checked(
                "landlock_restrict_self",
                SingleSyscall.call(
                        ProcessSyscallNumbers.LANDLOCK_RESTRICT_SELF, rules, 0, 0, 0, 0));
    }

    public void close() {
        Descriptors.close(rules);
    }
}
