package dev.deft.process.launch;

import dev.deft.kernel.Spawn;
import dev.deft.process.job.Job;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.output.OutputSink;
import dev.deft.sandbox.LandlockFence;
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
public final class LookConfinedLauncher implements Launcher {

    private static final String COMMANDS = "commands";

    private final RenewedFence fence;
    private final WorkspaceScan look;
    private final Scratch own;
    private final SandboxInputs surroundings;
    private final PlainLauncher plain;
    private final Deque<LookDirectories> idle = new ArrayDeque<>();

    private LookConfinedLauncher(
            RenewedFence fence,
            WorkspaceScan look,
            Scratch own,
            SandboxInputs surroundings,
            PlainLauncher plain) {
        this.fence = fence;
        this.look = look;
        this.own = own;
        this.surroundings = surroundings;
        this.plain = plain;
    }

    /// Builds the ruleset.
    ///
    /// @throws IOException if this machine does not support it, with the reason
    public static LookConfinedLauncher open(LaunchSetup setup) throws IOException {
        Optional<String> missing = LandlockFence.missingToLook();
        if (missing.isPresent()) {
            throw new IOException(missing.get());
        }
        Scratch own = Scratch.in(Path.of(System.getProperty("java.io.tmpdir")), "look");
        Path commands = Files.createDirectory(own.path().resolve(COMMANDS));
        SandboxInputs surroundings = setup.surroundings();
        WorkspaceScan look = surroundings.look();
        var fence =
                new RenewedFence(
                        look.look().view(),
                        it -> LandlockFence.looking(surroundings, it, commands));
        var limited = new ProcessLimits(setup.bash(), setup.ration());
        var plain =
                new PlainLauncher(
                        Tier.LANDLOCK,
                        setup.bash(),
                        setup.environment(),
                        spawn -> started(fence.current(), limited, spawn));
        return new LookConfinedLauncher(fence, look, own, surroundings, plain);
    }

    private static int started(LandlockFence fence, ProcessLimits limited, Spawn spawn)
            throws IOException, InterruptedException {
        return ConfinedLauncher.apart(fence, limited.around(spawn, spawn.environment()));
    }

    @Override
    public Tier tier() {
        return Tier.LANDLOCK;
    }

    @Override
    public Job launch(LaunchRequest order, OutputSink sink)
            throws IOException, InterruptedException {
        if (fence.renew(look.look().view())) {
            plain.renew();
        }
        LookDirectories places = taken();
        try {
            Map<String, String> variables = new HashMap<>(order.variables());
            variables.putAll(GitSettings.looking());
            variables.put("HOME", places.home().toString());
            variables.put("TMPDIR", places.temporary().toString());
            return plain.launch(order.with(variables), sink, () -> givenBack(places));
        } catch (IOException | InterruptedException e) {
            removed(places.scratch());
            throw e;
        }
    }

    private LookDirectories taken() throws IOException {
        synchronized (this) {
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        return LookDirectories.in(own.path().resolve(COMMANDS), surroundings);
    }

    private Optional<String> givenBack(LookDirectories places) {
        try {
            if (!places.untouched()) {
                return removed(places.scratch());
            }
        } catch (IOException _) {
            return removed(places.scratch());
        }
        synchronized (this) {
            idle.push(places);
        }
        return Optional.empty();
    }

    private static Optional<String> removed(Scratch scratch) {
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
        fence.close();
        synchronized (this) {
            idle.forEach(it -> removed(it.scratch()));
            idle.clear();
        }
        removed(own);
    }
}
