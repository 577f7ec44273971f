package dev.deft.kernel;

import java.util.Locale;
import java.util.Optional;

/// The numbers of the system calls we make, which differ between processor families.
record Numbers(
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
        int inotifyRmWatch) {

    private static final Numbers X86_64 =
            new Numbers(0, 3, 17, 257, 437, 217, 332, 138, 294, 254, 255);
    private static final Numbers AARCH64 =
            new Numbers(63, 57, 67, 56, 437, 61, 291, 44, 26, 27, 28);

    /// The table for this machine; empty anywhere but on Linux on a 64-bit PC or ARM.
    static Optional<Numbers> ofThisMachine() {
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
