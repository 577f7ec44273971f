package dev.deft.process.pool;

import dev.deft.process.job.Job;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.launch.GitSettings;
import dev.deft.process.launch.LaunchSetup;
import dev.deft.process.launch.Launcher;
import dev.deft.process.output.OutputSink;
import dev.deft.run.Mode;
import dev.deft.sandbox.LookSandbox;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.SandboxInputs;
import dev.deft.sandbox.SeccompFilter;
import dev.deft.sandbox.Tier;
import dev.deft.sandbox.WorkspaceScan;
import dev.deft.sandbox.WorkspaceScan.Found;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts commands in look mode, in warm bubblewrap sandboxes whose private directories are emptied
/// after each command.
public final class LookSandboxLauncher implements Launcher {

    private static final String TEMPORARY = "/tmp";

    private final Path bwrap;
    private final String bash;
    private final SandboxInputs inputs;
    private final ResourceLimits limits;
    private final Map<String, String> environment;
    private final WorkspaceScan scan;
    private final Sandboxes sandboxes;
    private final SessionSandboxes session;
    private final SandboxPlans<LookSandbox> plans;

    private LookSandboxLauncher(Sandboxes sandboxes, Path bwrap, LaunchSetup setup) {
        this.bwrap = bwrap;
        this.bash = setup.bash();
        this.inputs = setup.inputs();
        this.limits = setup.limits();
        this.environment = lookVariables(setup.environment());
        this.scan = inputs.scan();
        this.sandboxes = sandboxes;
        this.session = sandboxes.pool().owner(Mode.LOOK);
        this.plans = new SandboxPlans<>(() -> sandboxes.outside(setup.inputs()), this::plan);
    }

    private Map<String, String> lookVariables(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        all.putAll(GitSettings.forLookMode());
        all.put("HOME", LookSandbox.home(inputs).toString());
        all.put("TMPDIR", TEMPORARY);
        return Map.copyOf(all);
    }

    /// Creates a first sandbox, unless a matching one is known to work.
    ///
    /// @throws IOException if this machine does not support it, with the reason
    public static LookSandboxLauncher open(Sandboxes sandboxes, Path bwrap, LaunchSetup setup)
            throws IOException, InterruptedException {
        var launcher = new LookSandboxLauncher(sandboxes, bwrap, setup);
        try {
            launcher.ensureWorks();
            return launcher;
        } catch (IOException | InterruptedException e) {
            launcher.close();
            throw e;
        }
    }

    /// Older versions of bubblewrap cannot limit the size of a tmpfs; the kernel then limits it to
    /// half of the memory.
    private void ensureWorks() throws IOException, InterruptedException {
        Found found = scan.scan();
        try {
            session.ensureWorks(plans.of(found).plan());
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("--size")) {
                throw e;
            }
            sandboxes.disableTmpfsSize();
            plans.clear();
            session.ensureWorks(plans.of(found).plan());
        }
    }

    private SandboxPlans.Planned<LookSandbox> plan(Found found, OutsideView view) {
        var sandbox =
                new LookSandbox(bwrap, inputs, view.outside(), found, sandboxes.limitsTmpfsSize());
        List<String> line = new ArrayList<>(sandbox.words(SandboxPipes.FILTER));
        line.addAll(SandboxResources.initCommand(bash, limits));
        sandbox.privateDirectories().forEach(it -> line.add(it.toString()));
        return new SandboxPlans.Planned<>(
                sandbox,
                new SandboxPlan(
                        line,
                        SeccompFilter.program(SeccompFilter.Look.NAMESPACED),
                        environment,
                        new SandboxResources.Plan(limits, Optional.empty()),
                        view.secrets()));
    }

    @Override
    public Tier tier() {
        return Tier.BUBBLEWRAP;
    }

    @Override
    public Job launch(LaunchRequest request, OutputSink sink)
            throws IOException, InterruptedException {
        SandboxPlan plan = plans.of(scan.scan()).plan();
        LaunchRequest lookRequest = request.withVariables(lookVariables(request.variables()));
        WarmSandbox warm = session.take(plan);
        try {
            return start(warm, plan, lookRequest, sink);
        } catch (IOException _) {
            session.retire(warm);
            return start(session.create(plan), plan, lookRequest, sink);
        }
    }

    private Job start(WarmSandbox sandbox, SandboxPlan plan, LaunchRequest request, OutputSink sink)
            throws IOException {
        var job =
                new SandboxJob(
                        sandbox, request, environment, sink, it -> onExit(it, plan, request));
        job.start();
        return job;
    }

    private Optional<String> onExit(WarmSandbox sandbox, SandboxPlan plan, LaunchRequest request) {
        Optional<String> remark = sandbox.resources().remark();
        if (request.stdin() == LaunchRequest.Stdin.INTERACTIVE) {
            session.retire(sandbox);
        } else {
            session.release(sandbox, plan);
        }
        return remark;
    }

    @Override
    public void close() {
        session.close();
        scan.close();
    }
}
