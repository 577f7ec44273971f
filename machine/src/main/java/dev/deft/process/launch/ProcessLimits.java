package dev.deft.process.launch;

import dev.deft.kernel.Spawn;
import dev.deft.process.job.LaunchRequest;
import dev.deft.sandbox.ResourceLimits;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Applies the per-process resource limits to commands outside a sandbox.
///
/// The kernel counts all processes of the user there, so the existing ones are added to the limit.
public final class ProcessLimits {

    private static final String SCRIPT =
            """
            {
                ulimit -c 0
                ulimit -u "$1"
                ulimit -d "$2"
                ulimit -S -t "$3"
                ulimit -H -t "$(($3 + 5))"
            } 2>/dev/null
            shift 3
            exec "$@"
            """;

    private final String bash;
    private final ResourceLimits limits;

    public ProcessLimits(String bash, ResourceLimits limits) throws IOException {
        this.bash = bash;
        this.limits = limits.plusProcesses(threadsOfUser());
    }

    public Spawn wrap(Spawn spawn, Map<String, String> environment) {
        List<String> words = new ArrayList<>(LaunchRequest.shell(bash, SCRIPT));
        words.add("limits");
        words.addAll(limits.words());
        words.addAll(spawn.words());
        return new Spawn(words, environment, spawn.directory(), spawn.descriptors());
    }

    /// The number of threads of this user; each counts as a process.
    private static int threadsOfUser() throws IOException {
        Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        int threads = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : all) {
                threads += threads(process, user);
            }
        }
        return threads;
    }

    private static int threads(Path process, Object user) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            int count = 0;
            for (Path _ : threads) {
                count++;
            }
            return Files.getAttribute(process, "unix:uid").equals(user) ? count : 0;
        } catch (IOException _) {
            return 0;
        }
    }
}
