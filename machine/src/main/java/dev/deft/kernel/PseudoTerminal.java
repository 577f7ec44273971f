package dev.deft.kernel;

import java.io.IOException;
import java.util.OptionalInt;

/// A pseudo-terminal: a program gets the slave side as its terminal, and we hold the master side.
public final class PseudoTerminal implements AutoCloseable {

    private static final int READ_AND_WRITE = 2;
    private static final int NO_CONTROLLING_TERMINAL = 0x100;
    private static final int NONBLOCK = 0x800;
    private static final int CLOEXEC = 0x80000;

    private static final int TIOCSPTLCK = 0x40045431;
    private static final int TIOCGPTPEER = 0x5441;
    private static final int TIOCSWINSZ = 0x5414;
    private static final int TIOCGPGRP = 0x540F;

    private static final int CLOSED = -1;

    private int master;
    private int slave;

    private PseudoTerminal(int master, int slave) {
        this.master = master;
        this.slave = slave;
    }

    public static PseudoTerminal open(int rows, int columns) throws IOException {
        int master =
                Descriptors.open(
                        "/dev/ptmx", READ_AND_WRITE | NO_CONTROLLING_TERMINAL | NONBLOCK | CLOEXEC);
        try (var memory = SyscallMemory.take()) {
            NativeMemory unlocked = memory.allocate(Integer.BYTES);
            unlocked.bytes().putInt(0, 0);
            SingleSyscall.checked("unlockpt", ioctl(master, TIOCSPTLCK, unlocked.address()));
            long slave =
                    ioctl(master, TIOCGPTPEER, READ_AND_WRITE | NO_CONTROLLING_TERMINAL | CLOEXEC);
            SingleSyscall.checked("open the slave side of a pseudo-terminal", slave);
            var terminal = new PseudoTerminal(master, Descriptors.moveUp((int) slave));
            NativeMemory size = memory.allocate(4 * Short.BYTES);
            size.clear();
            size.bytes().putShort(0, (short) rows).putShort(2, (short) columns);
            ioctl(master, TIOCSWINSZ, size.address());
            return terminal;
        } catch (IOException e) {
            Descriptors.close(master);
            throw e;
        }
    }

    private static long ioctl(int descriptor, int request, long argument) {
        return SingleSyscall.call(
                ProcessSyscallNumbers.HERE.ioctl(),
                descriptor,
                request & 0xffffffffL,
                argument,
                0,
                0);
    }

    /// The master side, to poll; negative once closed.
    public synchronized int master() {
        return master;
    }

    /// The slave side, to pass to [Spawn].
    public synchronized int slave() {
        return slave;
    }

    /// Reads output.
    ///
    /// @return the number of bytes; 0 or negative if there is none now
    public synchronized int read(byte[] into) {
        return master == CLOSED ? 0 : Descriptors.read(master, into, 0, into.length);
    }

    /// Writes input.
    ///
    /// @return the number of bytes accepted; the rest does not fit until the program reads
    public synchronized int write(byte[] bytes) {
        if (master == CLOSED) {
            return 0;
        }
        try (var call = SyscallMemory.take()) {
            NativeMemory copy = call.allocate(bytes.length);
            copy.bytes().put(0, bytes);
            long accepted =
                    call.uninterrupted(
                            ProcessSyscallNumbers.HERE.write(),
                            master,
                            copy.address(),
                            bytes.length,
                            0,
                            0);
            return (int) Math.max(0, accepted);
        }
    }

    /// The foreground process group, which receives signals from control keys.
    public synchronized OptionalInt foreground() {
        if (master == CLOSED) {
            return OptionalInt.empty();
        }
        try (var memory = SyscallMemory.take()) {
            NativeMemory group = memory.allocate(Integer.BYTES);
            long result = ioctl(master, TIOCGPGRP, group.address());
            int number = group.bytes().getInt(0);
            return result < 0 || number <= 1 ? OptionalInt.empty() : OptionalInt.of(number);
        }
    }

    /// Closes our copy of the slave side after the program has its own.
    public synchronized void closeSlave() {
        if (slave != CLOSED) {
            Descriptors.close(slave);
            slave = CLOSED;
        }
    }

    @Override
    public synchronized void close() {
        closeSlave();
        if (master != CLOSED) {
            Descriptors.close(master);
            master = CLOSED;
        }
    }
}
