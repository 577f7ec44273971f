package dev.deft.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// How busy the whole machine is, and the unit in which it counts memory.
final class MachineLoad {

    private static final double TICKS_PER_SECOND = 100;
    private static final int FIELDS = 9;
    private static final int IDLE = 4;
    private static final int WAITING = 5;

    private MachineLoad() {}

    static long pageKilobytes() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/smaps"))) {
            return lines.filter(it -> it.startsWith("KernelPageSize:"))
                    .mapToLong(it -> Long.parseLong(it.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// The seconds that all cores together have been busy since the machine started.
    static double busySeconds() throws IOException {
        return busySeconds(Files.readString(Path.of("/proc/stat")));
    }

    static double busySeconds(String stat) {
        String[] fields = stat.lines().findFirst().orElseThrow().split(" +", -1);
        long ticks = 0;
        for (int i = 1; i < FIELDS; i++) {
            ticks += i == IDLE || i == WAITING ? 0 : Long.parseLong(fields[i]);
        }
        return ticks / TICKS_PER_SECOND;
    }
}
