package dev.deft.kernel;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Sockets by number, possibly in another network namespace. A socket stays in the namespace in
/// which it was opened, whoever holds it.
public final class Sockets {

    private static final int NS_GET_USERNS = 0xb701;
    private static final int SOL_SOCKET = 1;
    private static final int SO_ACCEPTCONN = 30;
    private static final int CLOEXEC = 0x80000;
    private static final int SHUT_WR = 1;
    private static final int SHUT_RDWR = 2;

    private Sockets() {}

    /// Opens the network namespace of a process.
    public static int openNetworkNamespace(int process) throws IOException {
        return Descriptors.open("/proc/" + process + "/ns/net", CLOEXEC);
    }

    /// Opens the user namespace that owns a network namespace; its users may be in another one.
    public static int openOwner(int network) throws IOException {
        long owner =
                SingleSyscall.call(
                        ProcessSyscallNumbers.HERE.ioctl(), network, NS_GET_USERNS, 0, 0, 0);
        return Descriptors.moveUp((int) SingleSyscall.checked("NS_GET_USERNS", owner));
    }

    /// Duplicates the socket a child listens on.
    public static int copyListener(int child) throws IOException {
        int pidfd = ChildProcesses.openPidfd(child);
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(Path.of("/proc/" + child + "/fd"))) {
            for (Path it : all) {
                Optional<Integer> socket = listener(pidfd, it);
                if (socket.isPresent()) {
                    return socket.get();
                }
            }
            throw new IOException("the proxy listener has no listening socket");
        } finally {
            Descriptors.close(pidfd);
        }
    }

    /// Duplicates a descriptor of a child.
    ///
    /// @param number of the descriptor in the child
    public static int copy(int child, int number) throws IOException {
        int pidfd = ChildProcesses.openPidfd(child);
        try {
            return Descriptors.moveUp(copyFrom(pidfd, number));
        } finally {
            Descriptors.close(pidfd);
        }
    }

    private static int copyFrom(int pidfd, int number) throws IOException {
        return (int)
                SingleSyscall.checked(
                        "pidfd_getfd",
                        SingleSyscall.call(
                                SocketSyscallNumbers.PIDFD_GETFD, pidfd, number, 0, 0, 0));
    }

    /// A child that has just started closes descriptors while we look.
    private static boolean isSocket(Path entry) throws IOException {
        try {
            return Files.readSymbolicLink(entry).toString().startsWith("socket:");
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private static Optional<Integer> listener(int pidfd, Path entry) throws IOException {
        if (!isSocket(entry)) {
            return Optional.empty();
        }
        int number = Integer.parseInt(entry.getFileName().toString());
        int copy = copyFrom(pidfd, number);
        if (listens(copy)) {
            return Optional.of(Descriptors.moveUp(copy));
        }
        Descriptors.close(copy);
        return Optional.empty();
    }

    private static boolean listens(int socket) {
        try (var call = SyscallMemory.take()) {
            NativeMemory answer = call.allocate(Integer.BYTES);
            NativeMemory length = call.allocate(Integer.BYTES);
            length.bytes().putInt(0, Integer.BYTES);
            long result =
                    call.uninterrupted(
                            SocketSyscallNumbers.HERE.getsockopt(),
                            socket,
                            SOL_SOCKET,
                            SO_ACCEPTCONN,
                            answer.address(),
                            length.address());
            return result == 0 && answer.bytes().getInt(0) == 1;
        }
    }

    /// Waits for the next client; negative once the socket no longer listens. Blocks the platform
    /// thread.
    public static int accept(int listener) {
        return (int)
                SingleSyscall.call(SocketSyscallNumbers.HERE.accept4(), listener, 0, 0, CLOEXEC, 0);
    }

    /// Waits for bytes; empty at the end. Blocks the platform thread.
    public static byte[] read(int socket, int maxBytes) throws IOException {
        byte[] bytes = new byte[maxBytes];
        int got = (int) SingleSyscall.checked("read", Descriptors.read(socket, bytes, 0, maxBytes));
        return Arrays.copyOf(bytes, got);
    }

    /// Shuts down the sending direction.
    public static void shutdownOutput(int socket) {
        SingleSyscall.call(SocketSyscallNumbers.HERE.shutdown(), socket, SHUT_WR, 0, 0, 0);
    }

    /// Shuts down both directions, which ends all blocking calls.
    public static void shutdown(int socket) {
        SingleSyscall.call(SocketSyscallNumbers.HERE.shutdown(), socket, SHUT_RDWR, 0, 0, 0);
    }

    public static void close(int socket) {
        Descriptors.close(socket);
    }
}
