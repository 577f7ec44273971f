package dev.deft.process.launch;

import dev.deft.kernel.Spawn;
import dev.deft.process.job.Job;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.output.OutputSink;
import dev.deft.sandbox.LandlockRuleset;
import dev.deft.sandbox.SandboxInputs;
import dev.deft.sandbox.Tier;
import dev.deft.sandbox.WorkspaceScan.Found;
import dev.deft.scratch.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/// Starts each command from a thread that Landlock restricts.
///
/// Landlock cannot make single files in a writable directory read-only, so protected files are
/// restored after each command.
public final class LandlockLauncher implements Launcher {

    private final CurrentRuleset ruleset;
    private final Scratch scratch;
    private final SandboxInputs inputs;
    private final Quarantine quarantine;
    private final PlainLauncher plain;

    private LandlockLauncher(
            CurrentRuleset ruleset,
            Scratch scratch,
            SandboxInputs inputs,
            Quarantine quarantine,
            PlainLauncher plain) {
        this.ruleset = ruleset;
        this.scratch = scratch;
        this.inputs = inputs;
        this.quarantine = quarantine;
        this.plain = plain;
    }

    /// Builds the ruleset and checks that Landlock works.
    ///
    /// @throws IOException if this machine does not support it, with the reason
    public static LandlockLauncher open(LaunchSetup setup)
            throws IOException, InterruptedException {
        Optional<String> missing = LandlockRuleset.missing();
        if (missing.isPresent()) {
            throw new IOException(missing.get());
        }
        Scratch scratch = Scratch.in(Path.of(System.getProperty("java.io.tmpdir")), "tmp");
        Path temporary = Files.createDirectory(scratch.path().resolve("tmp"));
        SandboxInputs inputs = setup.inputs();
        boolean network = setup.reach().isUnlimited();
        var quarantine = new Quarantine(inputs.scan());
        var ruleset =
                new CurrentRuleset(
                        quarantine.scan().view(),
                        it -> LandlockRuleset.forChanges(inputs, it, temporary, network));
        var limits = new ProcessLimits(setup.bash(), setup.limits());
        var plain =
                new PlainLauncher(
                        Tier.LANDLOCK,
                        setup.bash(),
                        setup.environment(),
                        spawn ->
                                startRestricted(
                                        ruleset.current(),
                                        limits.wrap(spawn, withTemporary(spawn, temporary))));
        return new LandlockLauncher(ruleset, scratch, inputs, quarantine, plain);
    }

    private static Map<String, String> withTemporary(Spawn spawn, Path temporary) {
        Map<String, String> variables = new HashMap<>(spawn.environment());
        variables.put("TMPDIR", temporary.toString());
        return variables;
    }

    /// Starts the process from a new thread, because a Landlock restriction cannot be removed from
    /// a thread.
    static int startRestricted(LandlockRuleset ruleset, Spawn spawn)
            throws IOException, InterruptedException {
        var started = new AtomicReference<>(0);
        var problem = new AtomicReference<Optional<IOException>>(Optional.empty());
        var done = new CountDownLatch(1);
        Thread.ofPlatform()
                .daemon()
                .name("landlock start")
                .start(() -> {
                    try {
                        ruleset.restrictThread();
                        started.set(spawn.start());
                    } catch (IOException e) {
                        problem.set(Optional.of(e));
                    } finally {
                        done.countDown();
                    }
                });
        done.await();
        if (problem.get().isPresent()) {
            throw problem.get().get();
        }
        return started.get();
    }

    @Override
    public Tier tier() {
        return Tier.LANDLOCK;
    }

    @Override
    public Job launch(LaunchRequest request, OutputSink sink)
            throws IOException, InterruptedException {
        Found before = quarantine.scan();
        if (ruleset.update(before.view())) {
            plain.dropIdleShell();
        }
        ProtectedFileBackup backup = ProtectedFileBackup.of(inputs.root(), quarantine, before);
        return plain.launch(request, sink, () -> backup.restoreAll(request.script()));
    }

    @Override
    public void close() {
        plain.close();
        quarantine.finish();
        ruleset.close();
        try {
            scratch.close();
        } catch (IOException e) {
            System.getLogger(LandlockLauncher.class.getName())
                    .log(System.Logger.Level.WARNING, "could not remove a temporary directory", e);
        }
    }
}
