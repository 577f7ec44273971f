package dev.deft.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// Pipes and other file descriptors, by number. Children inherit none of them unless [Spawn] passes
/// them on.
public final class Descriptors {

    /// An event of [#poll]: there is something to read, or the end of input.
    public static final int READABLE = 0x1;

    public static final int HUNG_UP = 0x10;

    private static final int AT_WORKDIR = -100;
    private static final int WRITE_ONLY = 1;
    private static final int APPEND = 0x400;
    private static final int CLOEXEC = 0x80000;
    private static final int NONBLOCK = 0x800;
    private static final int F_SETFL = 4;
    private static final int F_SETPIPE_SZ = 1031;
    private static final int F_DUPFD_CLOEXEC = 1030;
    private static final int FIONREAD = 0x541B;
    private static final int PIPE_BYTES = 64 * 1024;

    /// Descriptors of children start at 0; ours stay above this number.
    private static final int LOWEST = 16;

    private Descriptors() {}

    /// Both ends of a pipe.
    public record Pipe(int readEnd, int writeEnd) {

        public void close() {
            Descriptors.close(readEnd);
            Descriptors.close(writeEnd);
        }
    }

    /// Opens a pipe whose read end does not block.
    public static Pipe pipe() throws IOException {
        Pipe pipe = blockingPipe();
        SingleSyscall.call(
                ProcessSyscallNumbers.HERE.fcntl(), pipe.readEnd, F_SETFL, NONBLOCK, 0, 0);
        return pipe;
    }

    /// Opens a pipe whose read end blocks, for a child.
    public static Pipe blockingPipe() throws IOException {
        try (var call = SyscallMemory.take()) {
            NativeMemory ends = call.allocate(2 * Integer.BYTES);
            SingleSyscall.checked(
                    "pipe2",
                    call.result(
                            ProcessSyscallNumbers.HERE.pipe2(), ends.address(), CLOEXEC, 0, 0, 0));
            return new Pipe(moveUp(ends.bytes().getInt(0)), moveUp(ends.bytes().getInt(4)));
        }
    }

    static int moveUp(int descriptor) throws IOException {
        if (descriptor >= LOWEST) {
            return descriptor;
        }
        long copy =
                SingleSyscall.call(
                        ProcessSyscallNumbers.HERE.fcntl(),
                        descriptor,
                        F_DUPFD_CLOEXEC,
                        LOWEST,
                        0,
                        0);
        close(descriptor);
        return (int) SingleSyscall.checked("fcntl", copy);
    }

    /// Makes writers fail instead of wait when a pipe is full.
    public static void dropWhenFull(int writeEnd) {
        SingleSyscall.call(ProcessSyscallNumbers.HERE.fcntl(), writeEnd, F_SETFL, NONBLOCK, 0, 0);
    }

    /// Undoes what a child may have changed on a shared write end of a pipe.
    public static void reset(int writeEnd) {
        SingleSyscall.call(ProcessSyscallNumbers.HERE.fcntl(), writeEnd, F_SETFL, 0, 0, 0);
        SingleSyscall.call(
                ProcessSyscallNumbers.HERE.fcntl(), writeEnd, F_SETPIPE_SZ, PIPE_BYTES, 0, 0);
    }

    /// Opens `/dev/null` for reading.
    public static int openDevNull() throws IOException {
        return open("/dev/null", CLOEXEC);
    }

    /// Opens another write end of a pipe that shares no flags with the others.
    public static int openWriter(int readEnd) throws IOException {
        return open("/proc/self/fd/" + readEnd, CLOEXEC | WRITE_ONLY);
    }

    /// Opens a file for appending.
    public static int openForAppending(Path file) throws IOException {
        return open(file.toString(), CLOEXEC | WRITE_ONLY | APPEND);
    }

    static int open(String path, int flags) throws IOException {
        try (var call = SyscallMemory.take()) {
            long name = call.name(path);
            long file =
                    call.uninterrupted(
                            ProcessSyscallNumbers.HERE.openat(), AT_WORKDIR, name, flags, 0, 0);
            return moveUp((int) SingleSyscall.checked("open " + path, file));
        }
    }

    /// Reads once into `[from, from + length)` of an array.
    ///
    /// @return the number of bytes, 0 at the end, negative if there is nothing to read or an error
    public static int read(int descriptor, byte[] into, int from, int length) {
        try (var call = SyscallMemory.take()) {
            NativeMemory buffer = call.allocate(length);
            int got =
                    (int)
                            call.uninterrupted(
                                    ProcessSyscallNumbers.HERE.read(),
                                    descriptor,
                                    buffer.address(),
                                    length,
                                    0,
                                    0);
            if (got > 0) {
                buffer.bytes().get(0, into, from, got);
            }
            return got;
        }
    }

    /// Writes all bytes; blocks while the pipe is full.
    public static void write(int descriptor, byte[] bytes) throws IOException {
        try (var call = SyscallMemory.take()) {
            NativeMemory copy = call.allocate(bytes.length);
            copy.bytes().put(0, bytes);
            long done = 0;
            while (done < bytes.length) {
                done +=
                        SingleSyscall.checked(
                                "write",
                                call.uninterrupted(
                                        ProcessSyscallNumbers.HERE.write(),
                                        descriptor,
                                        copy.address() + done,
                                        bytes.length - done,
                                        0,
                                        0));
            }
        }
    }

    /// The number of bytes in a pipe.
    public static int available(int descriptor) {
        try (var call = SyscallMemory.take()) {
            NativeMemory count = call.allocate(Integer.BYTES);
            long result =
                    call.uninterrupted(
                            ProcessSyscallNumbers.HERE.ioctl(),
                            descriptor,
                            FIONREAD,
                            count.address(),
                            0,
                            0);
            return result < 0 ? 0 : count.bytes().getInt(0);
        }
    }

    /// How many bytes fit into a pipe before a writer blocks.
    public static int room(int writeEnd) {
        return PIPE_BYTES - available(writeEnd);
    }

    public static void close(int descriptor) {
        SingleSyscall.call(ProcessSyscallNumbers.HERE.close(), descriptor, 0, 0, 0, 0);
    }

    /// Waits for events on descriptors. It blocks the platform thread, so virtual threads must not
    /// call it for longer than a few milliseconds. Negative descriptors are ignored.
    ///
    /// @return the events of each descriptor, in the same order
    public static int[] poll(Duration timeout, int... descriptors) {
        try (var call = SyscallMemory.take()) {
            NativeMemory set = call.allocate(8 * descriptors.length);
            for (int i = 0; i < descriptors.length; i++) {
                set.bytes()
                        .putInt(8 * i, descriptors[i])
                        .putShort(8 * i + 4, (short) READABLE)
                        .putShort(8 * i + 6, (short) 0);
            }
            NativeMemory time = call.allocate(2 * Long.BYTES);
            time.bytes().putLong(0, timeout.getSeconds()).putLong(8, timeout.getNano());
            call.uninterrupted(
                    ProcessSyscallNumbers.HERE.ppoll(),
                    set.address(),
                    descriptors.length,
                    time.address(),
                    0,
                    0);
            var happened = new int[descriptors.length];
            for (int i = 0; i < happened.length; i++) {
                happened[i] = set.bytes().getShort(8 * i + 6);
            }
            return happened;
        }
    }
}
