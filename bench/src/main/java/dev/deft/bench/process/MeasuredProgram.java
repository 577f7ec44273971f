package dev.deft.bench.process;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Spawn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A program that runs once, with all its descendants, and what they cost.
///
/// This process adopts the orphans among them, so that each is counted, and none is left when the
/// program has ended. No other child may be started meanwhile.
///
/// @param words the program, by its full path, and its arguments
/// @param output what it prints
/// @param errors what it prints to standard error
/// @param limit how long it may take
public record MeasuredProgram(
        List<String> words,
        Map<String, String> environment,
        Path directory,
        Path output,
        Path errors,
        Duration limit) {

    private static final Duration SAMPLE = Duration.ofMillis(50);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(5);
    private static final Duration MOST_SWEEPING = Duration.ofSeconds(20);

    /// Copies the words and the environment.
    public MeasuredProgram {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /// What a run cost.
    ///
    /// @param started by [System#nanoTime]
    /// @param exitCode of the program; 128 and more for a signal
    /// @param inTime whether it ended within its limit
    /// @param cpuSeconds of the program and all its descendants
    /// @param megabytes the most memory that all of them had at one time
    /// @param foreignCores how many cores others used meanwhile
    public record Cost(
            long started,
            int exitCode,
            boolean inTime,
            double cpuSeconds,
            double megabytes,
            double foreignCores) {}

    /// Runs it to its end.
    public Cost run() throws IOException {
        ChildProcesses.adoptOrphans();
        int[] descriptors = {
            Descriptors.openDevNull(), appending(output), appending(errors),
        };
        var tree = new NewProcesses();
        var atExit = new Thread(() -> kill(tree));
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            return new Run(tree).measure(descriptors);
        } finally {
            kill(tree);
            Runtime.getRuntime().removeShutdownHook(atExit);
            for (int descriptor : descriptors) {
                Descriptors.close(descriptor);
            }
        }
    }

    private static int appending(Path file) throws IOException {
        Files.write(file, new byte[0]);
        return Descriptors.openForAppending(file);
    }

    private static void kill(NewProcesses tree) {
        try {
            for (ProcessStat it : tree.now()) {
                ChildProcesses.signal(it.pid(), ChildProcesses.SIGKILL);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Run {

        private final NewProcesses tree;
        private Duration cpu = Duration.ZERO;
        private long mostPages;

        Run(NewProcesses tree) {
            this.tree = tree;
        }

        Cost measure(int[] descriptors) throws IOException {
            double busy = MachineLoad.busySeconds() - ownSeconds();
            long started = System.nanoTime();
            int pid =
                    new Spawn(
                                    words,
                                    environment,
                                    Optional.of(directory),
                                    List.of(descriptors[0], descriptors[1], descriptors[2]))
                            .start();
            boolean inTime = awaited(pid, started + limit.toNanos());
            double seconds = (System.nanoTime() - started) / 1e9;
            if (!inTime) {
                ChildProcesses.signal(pid, ChildProcesses.SIGKILL);
            }
            int code = swept(pid);
            double cpuSeconds = cpu.toNanos() / 1e9;
            double foreign = MachineLoad.busySeconds() - ownSeconds() - busy - cpuSeconds;
            return new Cost(
                    started,
                    code,
                    inTime,
                    cpuSeconds,
                    mostPages * MachineLoad.pageKilobytes() / 1024.0,
                    Math.max(0, foreign / seconds));
        }

        /// Samples the memory until the program has ended; false if its time is over.
        private boolean awaited(int pid, long deadline) throws IOException {
            int end = ChildProcesses.openPidfd(pid);
            try {
                while (System.nanoTime() < deadline) {
                    if (Descriptors.poll(SAMPLE, end)[0] != 0) {
                        return true;
                    }
                    List<ProcessStat> now = tree.now();
                    mostPages = Math.max(mostPages, NewProcesses.residentPages(now));
                    for (ProcessStat it : now) {
                        if (it.pid() != pid) {
                            reap(it);
                        }
                    }
                }
                return false;
            } finally {
                Descriptors.close(end);
            }
        }

        /// Some wait until an orphan they have ended is gone.
        private void reap(ProcessStat process) {
            if (process.isZombie()) {
                ChildProcesses.reap(process.pid()).ifPresent(it -> cpu = cpu.plus(it.cpu()));
            }
        }

        /// Ends and reaps what is left.
        ///
        /// @return the exit code of the program
        private int swept(int pid) throws IOException {
            Optional<ChildProcesses.ExitStatus> status = Optional.empty();
            long deadline = System.nanoTime() + MOST_SWEEPING.toNanos();
            for (List<ProcessStat> left = tree.now(); !left.isEmpty(); left = tree.now()) {
                for (ProcessStat it : left) {
                    if (it.pid() == pid && it.isZombie()) {
                        status = ChildProcesses.reap(pid);
                        cpu = cpu.plus(status.orElseThrow().cpu());
                    } else if (it.isZombie()) {
                        reap(it);
                    } else {
                        ChildProcesses.signal(it.pid(), ChildProcesses.SIGKILL);
                    }
                }
                if (System.nanoTime() > deadline) {
                    throw new IOException("processes of " + words.getFirst() + " do not end");
                }
                LockSupport.parkNanos(PAUSE);
            }
            return status.orElseThrow().code();
        }

        private static double ownSeconds() {
            return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos()
                    / 1e9;
        }
    }
}
