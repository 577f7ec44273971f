package dev.deft.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// What the kernel counts of a process, from `/proc/PID/stat`.
///
/// @param state a letter, such as `Z` for a process that has ended and was not reaped
/// @param cpu of the process itself, without its children
/// @param virtualBytes the size of its address space
/// @param residentPages the part of it that is in memory
public record ProcessStat(
        int pid, char state, int parent, Duration cpu, long virtualBytes, long residentPages) {

    private static final long MILLIS_PER_TICK = 10;

    // Positions after the name, which may itself contain spaces and parentheses.
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int VIRTUAL = 20;
    private static final int RESIDENT = 21;

    /// Reads it.
    ///
    /// @throws IOException if there is no such process
    public static ProcessStat of(long pid) throws IOException {
        return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
    }

    /// Reads it; empty if there is no such process.
    static Optional<ProcessStat> find(long pid) {
        try {
            return Optional.of(of(pid));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    static ProcessStat parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
        return new ProcessStat(
                Integer.parseInt(stat.substring(0, stat.indexOf(' '))),
                fields[STATE].charAt(0),
                Integer.parseInt(fields[PARENT]),
                Duration.ofMillis(ticks * MILLIS_PER_TICK),
                Long.parseLong(fields[VIRTUAL]),
                Long.parseLong(fields[RESIDENT]));
    }

    /// Whether it has ended and waits to be reaped.
    boolean isZombie() {
        return state == 'Z';
    }
}
