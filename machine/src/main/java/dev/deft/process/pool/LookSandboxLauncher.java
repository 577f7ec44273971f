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
    private final SandboxInputs surroundings;
    private final ResourceLimits ration;
    private final Map<String, String> environment;
    private final WorkspaceScan look;
    private final Sandboxes sandboxes;
    private final SessionSandboxes cells;
    private final SandboxPlans<LookSandbox> plans;

    private LookSandboxLauncher(Sandboxes sandboxes, Path bwrap, LaunchSetup setup) {
        this.bwrap = bwrap;
        this.bash = setup.bash();
        this.surroundings = setup.surroundings();
        this.ration = setup.ration();
        this.environment = own(setup.environment());
        this.look = surroundings.look();
        this.sandboxes = sandboxes;
        this.cells = sandboxes.pool().owner(Mode.LOOK);
        this.plans = new SandboxPlans<>(() -> sandboxes.outside(setup.surroundings()), this::made);
    }

    private Map<String, String> own(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        all.putAll(GitSettings.looking());
        all.put("HOME", LookSandbox.home(surroundings).toString());
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
            launcher.tryOut();
            return launcher;
        } catch (IOException | InterruptedException e) {
            launcher.cells.close();
            throw e;
        }
    }

    /// Older versions of bubblewrap cannot limit the size of a tmpfs; the kernel then limits it to
    /// half of the memory.
    private void tryOut() throws IOException, InterruptedException {
        Found found = look.look();
        try {
            cells.tryOut(plans.of(found).plan());
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("--size")) {
                throw e;
            }
            sandboxes.giveUpSizes();
            plans.forget();
            cells.tryOut(plans.of(found).plan());
        }
    }

    private SandboxPlans.Made<LookSandbox> made(Found found, OutsideView view) {
        var sandbox =
                new LookSandbox(bwrap, surroundings, view.outside(), found, sandboxes.bindsSizes());
        List<String> line = new ArrayList<>(sandbox.words(SandboxPipes.FILTER));
        line.addAll(SandboxResources.first(bash, ration));
        sandbox.places().forEach(it -> line.add(it.toString()));
        return new SandboxPlans.Made<>(
                sandbox,
                new SandboxPlan(
                        line,
                        SeccompFilter.program(SeccompFilter.Look.NAMESPACED),
                        environment,
                        new SandboxResources.Plan(ration, Optional.empty()),
                        view.secrets()));
    }

    @Override
    public Tier tier() {
        return Tier.BUBBLEWRAP;
    }

    @Override
    public Job launch(LaunchRequest order, OutputSink sink)
            throws IOException, InterruptedException {
        SandboxPlan plan = plans.of(look.look()).plan();
        LaunchRequest own = order.with(own(order.variables()));
        WarmSandbox warm = cells.take(plan);
        try {
            return begun(warm, plan, own, sink);
        } catch (IOException _) {
            cells.retire(warm);
            return begun(cells.fresh(plan), plan, own, sink);
        }
    }

    private Job begun(WarmSandbox cell, SandboxPlan plan, LaunchRequest order, OutputSink sink)
            throws IOException {
        var job = new SandboxJob(cell, order, environment, sink, it -> afterwards(it, plan, order));
        job.start();
        return job;
    }

    private Optional<String> afterwards(WarmSandbox cell, SandboxPlan plan, LaunchRequest order) {
        Optional<String> remark = cell.provisions().remark();
        if (order.stdin() == LaunchRequest.Stdin.TYPED) {
            cells.retire(cell);
        } else {
            cells.release(cell, plan);
        }
        return remark;
    }

    @Override
    public void close() {
        cells.close();
    }
}
