package dev.deft.kernel;

/// The numbers of the system calls on sockets, which differ between processor families.
record SocketSyscallNumbers(int accept4, int shutdown, int getsockopt) {

    static final int PIDFD_GETFD = 438;

    static final SocketSyscallNumbers HERE =
            "aarch64".equals(System.getProperty("os.arch"))
                    ? new SocketSyscallNumbers(242, 210, 209)
                    : new SocketSyscallNumbers(288, 48, 55);
}
