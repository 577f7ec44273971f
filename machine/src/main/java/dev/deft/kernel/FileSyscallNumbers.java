package dev.deft.kernel;

/// The numbers of the system calls of [FileHandle], beyond those of [SyscallNumbers].
record FileSyscallNumbers(
        int write,
        int fsync,
        int flock,
        int fchmod,
        int fchown,
        int mkdirat,
        int unlinkat,
        int readlinkat,
        int renameat2,
        int faccessat,
        int symlinkat,
        int syncfs,
        int fchmodat,
        int utimensat,
        int flistxattr,
        int fgetxattr,
        int fsetxattr,
        int syncFileRange) {

    static final FileSyscallNumbers OF_THIS_MACHINE =
            "aarch64".equals(System.getProperty("os.arch"))
                    ? new FileSyscallNumbers(
                            64, 82, 32, 52, 55, 34, 35, 78, 276, 48, 36, 267, 53, 88, 13, 10, 7, 84)
                    : new FileSyscallNumbers(
                            1, 74, 73, 91, 93, 258, 263, 267, 316, 269, 266, 306, 268, 280, 196,
                            193, 190, 277);
}
