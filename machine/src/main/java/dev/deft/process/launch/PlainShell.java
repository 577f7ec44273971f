package dev.deft.process.launch;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Spawn;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.job.RunnerScripts;
import dev.deft.process.job.Spawner;
import dev.deft.process.job.StandardInput;
import dev.deft.process.output.OutputPipes;
import dev.deft.process.tree.ProcessTag;
import dev.deft.process.tree.ProcessTree;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A shell as a child of ours, in a session of its own, that waits for its one order.
///
/// @param mark what it carries in its environment
/// @param brand what it carries besides
/// @param control where its order is written
record PlainShell(
        int process,
        String mark,
        ProcessTag brand,
        OutputPipes outlet,
        StandardInput typed,
        int control) {

    /// Starts a shell.
    ///
    /// @param known the variables it is started with
    /// @param spawner starts the process, from whatever thread is fenced in
    static PlainShell start(
            String bash,
            Map<String, String> known,
            String mark,
            ProcessTag brand,
            StandardInput typed,
            OutputPipes outlet,
            Spawner spawner)
            throws IOException, InterruptedException {
        Map<String, String> variables = new LinkedHashMap<>(known);
        variables.put(ProcessTree.MARK, mark);
        Descriptors.Pipe control = Descriptors.blockingPipe();
        int nothing = Descriptors.nothing();
        int stdout = Descriptors.writer(outlet.stdout());
        int stderr = Descriptors.writer(outlet.stderr());
        try {
            var spawn =
                    new Spawn(
                            LaunchRequest.shell(bash, RunnerScripts.RUNNER, "bash"),
                            variables,
                            Optional.empty(),
                            List.of(
                                    nothing,
                                    nothing,
                                    nothing,
                                    control.readEnd(),
                                    nothing,
                                    typed.readEnd(),
                                    stdout,
                                    stderr));
            int process = spawner.start(spawn);
            brand.put(process);
            return new PlainShell(process, mark, brand, outlet, typed, control.writeEnd());
        } catch (IOException e) {
            typed.close();
            Descriptors.close(control.writeEnd());
            throw e;
        } finally {
            Descriptors.close(stdout);
            Descriptors.close(stderr);
            Descriptors.close(nothing);
            Descriptors.close(control.readEnd());
            typed.closeReadEnd();
        }
    }

    /// Tells it what to run.
    ///
    /// @throws IOException when it is gone
    void run(byte[] order) throws IOException {
        try {
            Descriptors.write(control, order);
        } finally {
            Descriptors.close(control);
        }
    }

    /// Gives back what it held; it has ended.
    void release() {
        typed.close();
        outlet.release();
    }

    /// Ends it before it got an order.
    void dismiss() {
        Descriptors.close(control);
        discard();
    }

    /// Ends it after its order did not reach it.
    void discard() {
        ChildProcesses.signal(process, ChildProcesses.SIGKILL);
        ChildProcesses.await(process);
        release();
    }
}
