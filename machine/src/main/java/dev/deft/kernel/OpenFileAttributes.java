package dev.deft.kernel;

import dev.deft.host.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The mode, modification time and extended attributes of an open file.
public final class OpenFileAttributes {

    /// The POSIX access control list.
    static final String ACCESS_LIST = "system.posix_acl_access";

    private static final String OF_USERS = "user.";

    /// Large enough for ordinary lists, so that one call is usually enough.
    private static final int ORDINARY_LIST = 1024;

    /// The kernel's limit for lists and values.
    private static final int LONGEST = 1 << 16;

    private static final long SECOND = 1_000_000_000L;

    /// `UTIME_OMIT`: leaves the access time unchanged.
    private static final long OMIT = 0x3ffffffe;

    private OpenFileAttributes() {}

    /// The attributes a copy must have too. System attributes, such as security labels, are set for
    /// each file by the kernel.
    public static Map<String, Bytes> attributes(FileHandle file) throws KernelException {
        try (var call = SyscallMemory.take()) {
            NativeMemory list = call.allocate(ORDINARY_LIST);
            long length = list(call, file, list);
            if (length == -Errno.ERANGE) {
                list = call.allocate(LONGEST);
                length = list(call, file, list);
            }
            if (length <= 0) {
                return none(length, "flistxattr");
            }
            return attributes(file, text(list, length).split("\0", -1));
        }
    }

    private static long list(SyscallMemory call, FileHandle file, NativeMemory into) {
        return call.result(
                FileHandle.NUMBERS.flistxattr(),
                file.descriptor(),
                into.address(),
                into.size(),
                0,
                0);
    }

    private static Map<String, Bytes> none(long result, String call) throws KernelException {
        if (result == 0 || isUnknown((int) -result)) {
            return Map.of();
        }
        throw new KernelException(call, (int) -result);
    }

    /// Some file systems have no extended attributes, and some containers block these calls.
    private static boolean isUnknown(int errno) {
        return errno == Errno.EOPNOTSUPP
                || errno == Errno.ENOSYS
                || errno == Errno.EPERM
                || errno == Errno.EACCES;
    }

    private static Map<String, Bytes> attributes(FileHandle file, String[] names)
            throws KernelException {
        var attributes = new TreeMap<String, Bytes>();
        for (String name : names) {
            if (name.startsWith(OF_USERS) || name.equals(ACCESS_LIST)) {
                value(file, name).ifPresent(it -> attributes.put(name, it));
            }
        }
        return attributes;
    }

    private static Optional<Bytes> value(FileHandle file, String name) throws KernelException {
        try (var call = SyscallMemory.take()) {
            NativeMemory value = call.allocate(LONGEST);
            long length =
                    call.result(
                            FileHandle.NUMBERS.fgetxattr(),
                            file.descriptor(),
                            call.name(name),
                            value.address(),
                            LONGEST,
                            0);
            if (length >= 0) {
                return Optional.of(Bytes.wrap(value.copy((int) length)));
            }
            if (length != -Errno.ENODATA) {
                none(length, "fgetxattr");
            }
            return Optional.empty();
        }
    }

    private static String text(NativeMemory bytes, long length) {
        return new String(bytes.copy((int) length), StandardCharsets.UTF_8);
    }

    /// Sets extended attributes on a file.
    public static void attributes(FileHandle file, Map<String, Bytes> attributes)
            throws KernelException {
        for (var attribute : attributes.entrySet()) {
            try (var call = SyscallMemory.take()) {
                int size = attribute.getValue().size();
                NativeMemory value = call.allocate(size);
                value.bytes().put(0, attribute.getValue().buffer(), 0, size);
                long result =
                        call.result(
                                FileHandle.NUMBERS.fsetxattr(),
                                file.descriptor(),
                                call.name(attribute.getKey()),
                                value.address(),
                                size,
                                0);
                if (result < 0) {
                    none(result, "fsetxattr");
                }
            }
        }
    }

    /// Sets the permissions of a file, even for a handle opened with `PATH`.
    ///
    /// Must not be called for symlinks, which have no permissions.
    public static void permissions(FileHandle named, int permissions) throws KernelException {
        try (var call = SyscallMemory.take()) {
            call.make(
                    "fchmodat",
                    FileHandle.NUMBERS.fchmodat(),
                    Syscalls.AT_FDCWD,
                    call.name(named.link()),
                    permissions,
                    0,
                    0);
        }
    }

    /// Sets the modification time of a file.
    ///
    /// @param nanos since 1970
    public static void modified(FileHandle named, long nanos) throws KernelException {
        try (var call = SyscallMemory.take()) {
            NativeMemory times = call.allocate(32);
            times.bytes()
                    .putLong(0, 0)
                    .putLong(8, OMIT)
                    .putLong(16, Math.floorDiv(nanos, SECOND))
                    .putLong(24, Math.floorMod(nanos, SECOND));
            call.make(
                    "utimensat",
                    FileHandle.NUMBERS.utimensat(),
                    Syscalls.AT_FDCWD,
                    call.name(named.link()),
                    times.address(),
                    0,
                    0);
        }
    }
}
