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

/// A shell that runs as a child process in its own session and waits for its only launch request.
///
/// @param commandId the value of its tag variable
/// @param tree it and all its descendants
/// @param control the pipe for the launch request
record PlainShell(
        int process,
        String commandId,
        ProcessTree tree,
        OutputPipes pipes,
        StandardInput stdin,
        int control) {

    /// @param baseVariables the variables it is started with
    static PlainShell start(
            String bash,
            Map<String, String> baseVariables,
            String commandId,
            ProcessTag tag,
            StandardInput stdin,
            OutputPipes pipes,
            Spawner spawner)
            throws IOException, InterruptedException {
        Map<String, String> variables = new LinkedHashMap<>(baseVariables);
        variables.put(ProcessTree.TAG_VARIABLE, commandId);
        Descriptors.Pipe control = Descriptors.blockingPipe();
        int devNull = Descriptors.openDevNull();
        int stdout = Descriptors.openWriter(pipes.stdout());
        int stderr = Descriptors.openWriter(pipes.stderr());
        try {
            var spawn =
                    new Spawn(
                            LaunchRequest.shell(bash, RunnerScripts.RUNNER, "bash"),
                            variables,
                            Optional.empty(),
                            List.of(
                                    devNull,
                                    devNull,
                                    devNull,
                                    control.readEnd(),
                                    devNull,
                                    stdin.readEnd(),
                                    stdout,
                                    stderr));
            int process = spawner.start(spawn);
            tag.applyTo(process);
            var tree = new ProcessTree(process, commandId, tag);
            return new PlainShell(process, commandId, tree, pipes, stdin, control.writeEnd());
        } catch (IOException e) {
            stdin.close();
            Descriptors.close(control.writeEnd());
            throw e;
        } finally {
            Descriptors.close(stdout);
            Descriptors.close(stderr);
            Descriptors.close(devNull);
            Descriptors.close(control.readEnd());
            stdin.closeReadEnd();
        }
    }

    /// Sends the launch request.
    ///
    /// @throws IOException if the shell is gone
    void run(byte[] encoded) throws IOException {
        try {
            Descriptors.write(control, encoded);
        } finally {
            Descriptors.close(control);
        }
    }

    /// Releases its resources after its end.
    void release() {
        stdin.close();
        pipes.release();
    }

    /// Ends it before it got a launch request.
    void stop() {
        Descriptors.close(control);
        discard();
    }

    /// Ends it after sending the launch request failed.
    void discard() {
        ChildProcesses.signal(process, ChildProcesses.SIGKILL);
        ChildProcesses.await(process);
        release();
    }
}
