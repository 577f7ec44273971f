package dev.deft.process.launch;

import dev.deft.kernel.Spawn;
import dev.deft.process.job.Job;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.output.OutputSink;
import dev.deft.sandbox.LandlockRuleset;
import dev.deft.sandbox.SandboxInputs;
import dev.deft.sandbox.Tier;
import dev.deft.sandbox.WorkspaceScan;
import dev.deft.scratch.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Starts commands in look mode from threads that Landlock restricts. Each has its own home and
/// temporary directory, which are removed at its end.
public final class LookLandlockLauncher implements Launcher {

    private static final String COMMANDS = "commands";

    private final CurrentRuleset ruleset;
    private final WorkspaceScan scan;
    private final Scratch scratch;
    private final SandboxInputs inputs;
    private final PlainLauncher plain;
    private final Deque<LookDirectories> idle = new ArrayDeque<>();

    private LookLandlockLauncher(
            CurrentRuleset ruleset,
            WorkspaceScan scan,
            Scratch scratch,
            SandboxInputs inputs,
            PlainLauncher plain) {
        this.ruleset = ruleset;
        this.scan = scan;
        this.scratch = scratch;
        this.inputs = inputs;
        this.plain = plain;
    }

    /// Builds the ruleset.
    ///
    /// @throws IOException if this machine does not support it, with the reason
    public static LookLandlockLauncher open(LaunchSetup setup) throws IOException {
        Optional<String> missing = LandlockRuleset.missingForLookMode();
        if (missing.isPresent()) {
            throw new IOException(missing.get());
        }
        Scratch scratch = Scratch.in(Path.of(System.getProperty("java.io.tmpdir")), "look");
        Path commands = Files.createDirectory(scratch.path().resolve(COMMANDS));
        SandboxInputs inputs = setup.inputs();
        WorkspaceScan scan = inputs.scan();
        var ruleset =
                new CurrentRuleset(
                        scan.scan().view(),
                        it -> LandlockRuleset.forLookMode(inputs, it, commands));
        var limits = new ProcessLimits(setup.bash(), setup.limits());
        var plain =
                new PlainLauncher(
                        Tier.LANDLOCK,
                        setup.bash(),
                        setup.environment(),
                        spawn -> start(ruleset.current(), limits, spawn));
        return new LookLandlockLauncher(ruleset, scan, scratch, inputs, plain);
    }

    private static int start(LandlockRuleset ruleset, ProcessLimits limits, Spawn spawn)
            throws IOException, InterruptedException {
        return LandlockLauncher.startRestricted(ruleset, limits.wrap(spawn, spawn.environment()));
    }

    @Override
    public Tier tier() {
        return Tier.LANDLOCK;
    }

    @Override
    public Job launch(LaunchRequest request, OutputSink sink)
            throws IOException, InterruptedException {
        if (ruleset.update(scan.scan().view())) {
            plain.dropIdleShell();
        }
        LookDirectories directories = take();
        try {
            Map<String, String> variables = new HashMap<>(request.variables());
            variables.putAll(GitSettings.forLookMode());
            variables.put("HOME", directories.home().toString());
            variables.put("TMPDIR", directories.temporary().toString());
            return plain.launch(
                    request.withVariables(variables), sink, () -> giveBack(directories));
        } catch (IOException | InterruptedException e) {
            remove(directories.scratch());
            throw e;
        }
    }

    private LookDirectories take() throws IOException {
        synchronized (this) {
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        return LookDirectories.in(scratch.path().resolve(COMMANDS), inputs);
    }

    private Optional<String> giveBack(LookDirectories directories) {
        try {
            if (!directories.isUnused()) {
                return remove(directories.scratch());
            }
        } catch (IOException _) {
            return remove(directories.scratch());
        }
        synchronized (this) {
            idle.push(directories);
        }
        return Optional.empty();
    }

    private static Optional<String> remove(Scratch scratch) {
        try {
            scratch.close();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("could not remove its temporary directory: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        plain.close();
        scan.close();
        ruleset.close();
        synchronized (this) {
            idle.forEach(it -> remove(it.scratch()));
            idle.clear();
        }
        remove(scratch);
    }
}
