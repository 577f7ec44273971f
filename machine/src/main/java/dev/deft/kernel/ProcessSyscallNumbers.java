package dev.deft.kernel;

/// The numbers of the system calls on processes and pipes, which differ between processor families.
record ProcessSyscallNumbers(
        int read,
        int write,
        int close,
        int pipe2,
        int ppoll,
        int fcntl,
        int ioctl,
        int kill,
        int wait4,
        int prctl,
        int seccomp,
        int getsid,
        int inotifyInit1,
        int inotifyAddWatch,
        int openat,
        int prlimit,
        int execve,
        int sigprocmask) {

    static final int PIDFD_SEND_SIGNAL = 424;
    static final int PIDFD_OPEN = 434;
    static final int LANDLOCK_CREATE_RULESET = 444;
    static final int LANDLOCK_ADD_RULE = 445;
    static final int LANDLOCK_RESTRICT_SELF = 446;

    static final ProcessSyscallNumbers HERE =
            "aarch64".equals(System.getProperty("os.arch"))
                    ? new ProcessSyscallNumbers(
                            63, 64, 57, 59, 73, 25, 29, 129, 260, 167, 277, 156, 26, 27, 56, 261,
                            221, 135)
                    : new ProcessSyscallNumbers(
                            0, 1, 3, 293, 271, 72, 16, 62, 61, 157, 317, 124, 294, 254, 257, 302,
                            59, 14);
}
