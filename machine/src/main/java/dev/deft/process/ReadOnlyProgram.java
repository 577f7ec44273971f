package dev.deft.process;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.job.Job;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.output.OutputSink;
import dev.deft.process.pool.Sandboxes;
import dev.deft.sandbox.SandboxBase;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A program that runs for long in a sandbox of its own and changes nothing, such as a language
/// server: the workspace and the system are read-only, home and temporary directories are private,
/// there is no network. It ends with this process, however that ends.
public final class ReadOnlyProgram implements AutoCloseable {

    private final Sandboxes sandboxes;
    private final SandboxChoice sandbox;
    private final Job job;

    private ReadOnlyProgram(Sandboxes sandboxes, SandboxChoice sandbox, Job job) {
        this.sandboxes = sandboxes;
        this.sandbox = sandbox;
        this.job = job;
    }

    /// Starts a program in the directory of the workspace.
    ///
    /// @param setup what it may read; its network is ignored, since it gets none
    /// @param command the program and its arguments
    /// @param variables added to its environment
    /// @param sink receives what it prints
    /// @throws HostException if there is no sandbox for it, and the policy does not turn it off
    public static ReadOnlyProgram start(
            SandboxBase base,
            ShellSetup setup,
            List<String> command,
            Map<String, String> variables,
            OutputSink sink)
            throws IOException, InterruptedException {
        var sandboxes = new Sandboxes(base, List.of());
        try {
            var context = new CommandContext(sandboxes, setup, List.of());
            SandboxChoice sandbox = sandbox(context);
            Map<String, String> all = new HashMap<>(context.environment().base());
            all.putAll(variables);
            Job job =
                    sandbox.launcher()
                            .launch(
                                    new LaunchRequest(
                                            script(command),
                                            base.root(),
                                            all,
                                            LaunchRequest.Stdin.INTERACTIVE,
                                            LaunchRequest.Terminal.NONE),
                                    sink);
            return new ReadOnlyProgram(sandboxes, sandbox, job);
        } catch (IOException | InterruptedException e) {
            sandboxes.close();
            throw e;
        }
    }

    /// The sandbox of look mode, unless the policy turns sandboxes off.
    private static SandboxChoice sandbox(CommandContext context)
            throws IOException, InterruptedException {
        if (context.confinement().mode() == SandboxMode.OFF) {
            return SandboxChoice.of(context);
        }
        try {
            return LookSandboxChoice.of(context);
        } catch (HostException e) {
            throw e;
        } catch (IOException e) {
            throw new HostException(
                    ErrorCode.SANDBOX_DENIED,
                    "There is no sandbox for it: %s. Run deft doctor for help."
                            .formatted(e.getMessage()));
        }
    }

    private static String script(List<String> command) {
        return command.stream()
                .map(it -> "'" + it.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ", "exec ", ""));
    }

    /// The running program.
    public Job job() {
        return job;
    }

    /// Ends it at once.
    @Override
    public void close() {
        sandbox.launcher().close();
        sandboxes.close();
    }
}
