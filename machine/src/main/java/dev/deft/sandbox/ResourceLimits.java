package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// The resource limits of commands.
///
/// @param processes the number of processes in one sandbox
/// @param bytes the memory of one process, and of one sandbox where control groups work; empty for
///   7/8 of the memory
/// @param cpu the CPU time of one process
public record ResourceLimits(int processes, OptionalLong bytes, Duration cpu) {

    /// High enough for ordinary commands.
    public static final ResourceLimits USUAL =
            new ResourceLimits(4096, OptionalLong.empty(), Duration.ofHours(4));

    public ResourceLimits {
        if (processes < 1 || bytes.orElse(1) < 1 || cpu.toSeconds() < 1) {
            throw new IllegalArgumentException("resource limits must be positive");
        }
    }

    /// The memory limit in bytes. Reads the size of the memory only when needed.
    public long memory() {
        return bytes.isPresent() ? bytes.getAsLong() : machineMemory() / 8 * 7;
    }

    private static long machineMemory() {
        try {
            return Files.readAllLines(Path.of("/proc/meminfo")).stream()
                    .filter(it -> it.startsWith("MemTotal:"))
                    .map(it -> it.replaceAll("\\D", ""))
                    .mapToLong(it -> Long.parseLong(it) * 1024)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException _) {
            return Long.MAX_VALUE;
        }
    }

    /// The limits as `ulimit` expects them: processes, kilobytes, seconds.
    public List<String> words() {
        return List.of(
                String.valueOf(processes),
                String.valueOf(memory() / 1024),
                String.valueOf(cpu.toSeconds()));
    }

    /// Adds processes that already exist to the limit.
    public ResourceLimits plusProcesses(int others) {
        return new ResourceLimits(processes + others, bytes, cpu);
    }
}
