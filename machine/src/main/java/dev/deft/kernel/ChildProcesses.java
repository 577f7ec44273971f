package dev.deft.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Sends signals to processes and reaps our own children.
public final class ChildProcesses {

    public static final int SIGKILL = 9;
    public static final int SIGTERM = 15;
    public static final int SIGCONT = 18;
    public static final int SIGSTOP = 19;

    private static final int WNOHANG = 1;
    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int RUSAGE_BYTES = 144;
    private static final int RLIMIT_LOCKS = 10;

    /// Children started by [Spawn] that have not been reaped.
    private static final Set<Integer> STARTED = ConcurrentHashMap.newKeySet();

    private ChildProcesses() {}

    static void started(int child) {
        STARTED.add(child);
    }

    /// Whether a child was started by [Spawn], so that its starter reaps it.
    public static boolean isStartedHere(int child) {
        return STARTED.contains(child);
    }

    /// Leaves the reaping of a child to the orphan reaper.
    public static void disown(int child) {
        STARTED.remove(child);
    }

    /// How a child ended.
    ///
    /// @param code its exit code, or 128 plus the number of the signal that ended it
    /// @param signal the number of the signal that ended it
    /// @param cpu the CPU time of the child and its own children
    public record ExitStatus(int code, OptionalInt signal, Duration cpu) {

        private static ExitStatus of(int status, Duration cpu) {
            int signal = status & 0x7f;
            return signal == 0
                    ? new ExitStatus((status >> 8) & 0xff, OptionalInt.empty(), cpu)
                    : new ExitStatus(128 + signal, OptionalInt.of(signal), cpu);
        }
    }

    /// Sends a signal to a process, or to a process group if the number is negative.
    ///
    /// @return whether there was such a process
    public static boolean signal(int process, int signal) {
        return SingleSyscall.call(ProcessSyscallNumbers.HERE.kill(), process, signal, 0, 0, 0) == 0;
    }

    /// Opens a pidfd: a descriptor that becomes readable when the process ends.
    public static int openPidfd(int process) throws IOException {
        return (int)
                SingleSyscall.checked(
                        "pidfd_open",
                        SingleSyscall.call(ProcessSyscallNumbers.PIDFD_OPEN, process, 0, 0, 0, 0));
    }

    /// Sends a signal to the process of a pidfd, never to a later one with the same id.
    ///
    /// @param pidfd a descriptor from [#openPidfd]
    /// @return whether the process still existed
    public static boolean signalPidfd(int pidfd, int signal) {
        return SingleSyscall.call(ProcessSyscallNumbers.PIDFD_SEND_SIGNAL, pidfd, signal, 0, 0, 0)
                == 0;
    }

    /// Sets the limit for file locks of a process. Children inherit it, and no supported kernel
    /// enforces it, so it can carry any number.
    public static void limitFileLocks(int process, long number) {
        try (var call = SyscallMemory.take()) {
            NativeMemory limit = call.allocate(2 * Long.BYTES);
            limit.bytes().putLong(0, number).putLong(8, number);
            call.uninterrupted(
                    ProcessSyscallNumbers.HERE.prlimit(),
                    process,
                    RLIMIT_LOCKS,
                    limit.address(),
                    0,
                    0);
        }
    }

    /// Reaps a child that has ended; empty while it runs, or if it is not our child.
    public static Optional<ExitStatus> reap(int child) {
        try (var call = SyscallMemory.take()) {
            NativeMemory status = call.allocate(Integer.BYTES);
            NativeMemory usage = call.allocate(RUSAGE_BYTES);
            long result =
                    call.uninterrupted(
                            ProcessSyscallNumbers.HERE.wait4(),
                            child,
                            status.address(),
                            WNOHANG,
                            usage.address(),
                            0);
            if (result == child) {
                STARTED.remove(child);
            }
            return result == child
                    ? Optional.of(ExitStatus.of(status.bytes().getInt(0), cpu(usage.bytes())))
                    : Optional.empty();
        }
    }

    /// Waits for a child to end and reaps it.
    public static void await(int child) {
        try (var call = SyscallMemory.take()) {
            long status = call.allocate(Integer.BYTES).address();
            call.uninterrupted(ProcessSyscallNumbers.HERE.wait4(), child, status, 0, 0, 0);
            STARTED.remove(child);
        }
    }

    private static Duration cpu(ByteBuffer usage) {
        long seconds = usage.getLong(0) + usage.getLong(16);
        long micros = usage.getLong(8) + usage.getLong(24);
        return Duration.ofSeconds(seconds, micros * 1_000);
    }

    /// Makes this process the parent of orphaned descendants, instead of the init process.
    public static void adoptOrphans() {
        SingleSyscall.call(ProcessSyscallNumbers.HERE.prctl(), PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    }

    /// The session id of a process; negative if there is no such process.
    public static int session(int process) {
        return (int) SingleSyscall.call(ProcessSyscallNumbers.HERE.getsid(), process, 0, 0, 0, 0);
    }
}
