package dev.deft.kernel;

import java.util.Locale;
import java.util.Optional;

/// The numbers of the system calls we make, which differ between processor families.
record SyscallNumbers(
        int read,
        int close,
        int pread64,
        int openat,
        int openat2,
        int getdents64,
        int statx,
        int fstatfs,
        int inotifyInit1,
        int inotifyAddWatch,
        int inotifyRmWatch,
        int setpriority) {

    private static final SyscallNumbers X86_64 =
            new SyscallNumbers(0, 3, 17, 257, 437, 217, 332, 138, 294, 254, 255, 141);
    private static final SyscallNumbers AARCH64 =
            new SyscallNumbers(63, 57, 67, 56, 437, 61, 291, 44, 26, 27, 28, 140);

    /// The numbers for this machine; empty except on 64-bit x86 and ARM Linux.
    static Optional<SyscallNumbers> ofThisMachine() {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux")) {
            return Optional.empty();
        }
        return switch (System.getProperty("os.arch", "")) {
            case "amd64", "x86_64" -> Optional.of(X86_64);
            case "aarch64" -> Optional.of(AARCH64);
            default -> Optional.empty();
        };
    }
}
