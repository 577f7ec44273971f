package dev.deft.kernel;

/// The numbers of the system calls that [Handle] makes, beyond those of [Numbers].
record FileNumbers(
        int write,
        int fsync,
        int flock,
        int fchmod,
        int fchown,
        int mkdirat,
        int unlinkat,
        int readlinkat,
        int renameat2,
        int faccessat) {

    static final FileNumbers OF_THIS_MACHINE =
            "aarch64".equals(System.getProperty("os.arch"))
                    ? new FileNumbers(64, 82, 32, 52, 55, 34, 35, 78, 276, 48)
                    : new FileNumbers(1, 74, 73, 91, 93, 258, 263, 267, 316, 269);
}
