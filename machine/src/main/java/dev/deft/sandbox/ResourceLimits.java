package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// How much of the machine commands may use.
///
/// @param processes that one sandbox holds at a time
/// @param bytes of memory for one process, and for one sandbox where the kernel counts that;
///   nothing means most of what the machine has
/// @param cpu time of one process
public record ResourceLimits(int processes, OptionalLong bytes, Duration cpu) {

    /// What nobody reaches who does not mean to.
    public static final ResourceLimits USUAL =
            new ResourceLimits(4096, OptionalLong.empty(), Duration.ofHours(4));

    public ResourceLimits {
        if (processes < 1 || bytes.orElse(1) < 1 || cpu.toSeconds() < 1) {
            throw new IllegalArgumentException("a ration leaves room for something");
        }
    }

    /// The memory in bytes. The machine is only looked at here, since few runs start a command.
    public long memory() {
        return bytes.isPresent() ? bytes.getAsLong() : ofTheMachine() / 8 * 7;
    }

    private static long ofTheMachine() {
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

    /// Three numbers as `ulimit` takes them: processes, kilobytes, seconds.
    public List<String> words() {
        return List.of(
                String.valueOf(processes),
                String.valueOf(memory() / 1024),
                String.valueOf(cpu.toSeconds()));
    }

    /// The same with a number of processes that were there before.
    public ResourceLimits beside(int others) {
        return new ResourceLimits(processes + others, bytes, cpu);
    }
}
