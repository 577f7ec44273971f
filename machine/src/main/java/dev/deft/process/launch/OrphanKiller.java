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

/// A small process that waits for us to die, and then ends the commands we leave behind.
///
/// It holds one end of a pipe whose other end closes with us, however we go. Only commands outside
/// a sandbox need it: a sandbox ends with the thread that started it.
final class OrphanKiller {

    private static final String SCRIPT =
            RunnerScripts.LEFTOVERS
                    + """
                    while read -r _; do :; done
                    leftovers "$@"
                    """;

    private final int lifeline;
    private final int process;

    private OrphanKiller(int lifeline, int process) {
        this.lifeline = lifeline;
        this.process = process;
    }

    /// Starts it.
    ///
    /// @param mark how the marks of our commands begin
    /// @param brand how their brands begin
    static OrphanKiller start(String bash, String mark, ProcessTag brand) throws IOException {
        Descriptors.Pipe pipe = Descriptors.blockingPipe();
        int nothing = Descriptors.nothing();
        try {
            List<String> words =
                    List.of(
                            bash,
                            "--noprofile",
                            "--norc",
                            "-c",
                            SCRIPT,
                            "mourner",
                            ProcessTree.MARK + "=" + mark,
                            String.valueOf(brand.number().orElse(0) >> ProcessTag.BITS),
                            String.valueOf(ProcessTag.BITS));
            var spawn =
                    new Spawn(
                            words,
                            Map.of(ProcessTree.MARK, "mourner"),
                            Optional.empty(),
                            List.of(pipe.readEnd(), nothing, nothing));
            return new OrphanKiller(pipe.writeEnd(), spawn.start());
        } finally {
            Descriptors.close(pipe.readEnd());
            Descriptors.close(nothing);
        }
    }

    /// Nobody is left to be mourned.
    void dismiss() {
        ChildProcesses.signal(process, ChildProcesses.SIGKILL);
        Descriptors.close(lifeline);
        ChildProcesses.await(process);
    }
}
