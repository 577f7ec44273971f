package dev.deft.process.launch;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Spawn;
import dev.deft.process.job.RunnerScripts;
import dev.deft.process.tree.ProcessTag;
import dev.deft.process.tree.ProcessTree;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A small process that waits for this process to end and then kills the commands it left behind.
///
/// It holds one end of a pipe whose other end the kernel closes when this process ends. Only
/// commands outside a sandbox need it: the kernel ends a sandbox with the thread that started it.
final class OrphanKiller {

    private static final String SCRIPT =
            RunnerScripts.KILL_TAGGED
                    + """
                    while read -r _; do :; done
                    kill_tagged "$@"
                    """;

    private final int pipe;
    private final int process;

    private OrphanKiller(int pipe, int process) {
        this.pipe = pipe;
        this.process = process;
    }

    /// @param prefix the common prefix of the tag variables of our commands
    /// @param tag the process tag of the session
    static OrphanKiller start(String bash, String prefix, ProcessTag tag) throws IOException {
        Descriptors.Pipe pipe = Descriptors.blockingPipe();
        int devNull = Descriptors.openDevNull();
        try {
            List<String> words =
                    List.of(
                            bash,
                            "--noprofile",
                            "--norc",
                            "-c",
                            SCRIPT,
                            "orphan-killer",
                            ProcessTree.TAG_VARIABLE + "=" + prefix,
                            String.valueOf(tag.number().orElse(0) >> ProcessTag.BITS),
                            String.valueOf(ProcessTag.BITS));
            var spawn =
                    new Spawn(
                            words,
                            Map.of(ProcessTree.TAG_VARIABLE, "orphan-killer"),
                            Optional.empty(),
                            List.of(pipe.readEnd(), devNull, devNull));
            return new OrphanKiller(pipe.writeEnd(), spawn.start());
        } finally {
            Descriptors.close(pipe.readEnd());
            Descriptors.close(devNull);
        }
    }

    /// Stops it; there are no commands left.
    void stop() {
        ChildProcesses.signal(process, ChildProcesses.SIGKILL);
        Descriptors.close(pipe);
        ChildProcesses.await(process);
    }
}
