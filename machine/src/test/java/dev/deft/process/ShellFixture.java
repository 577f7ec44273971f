package dev.deft.process;

import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.json.Json;
import dev.deft.os.CallLifetime;
import dev.deft.os.SessionVariables;
import dev.deft.os.ShellOpener;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.background.DetachedProcesses;
import dev.deft.process.pool.Sandboxes;
import dev.deft.proxy.NetworkReach;
import dev.deft.run.LookModeFailure;
import dev.deft.run.Mode;
import dev.deft.run.SessionMemory;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.SandboxBase;
import dev.deft.sandbox.Tier;
import dev.deft.state.StatePaths;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/// A session with real commands, for tests.
final class ShellFixture implements AutoCloseable {

    static final int OUTPUT_BYTES = 200 * 1024;

    /// Only there so that nothing hangs; the slowest machine needs less.
    static final Duration TIMEOUT = Duration.ofMinutes(4);

    private static final Duration DEADLINE = Duration.ofMinutes(2);

    final Path root;
    final List<String> said = new CopyOnWriteArrayList<>();
    final ByteArrayOutputStream spilled = new ByteArrayOutputStream();
    final List<LookModeFailure> shortfalls = new CopyOnWriteArrayList<>();
    final Changed changes;
    private final OsShells shells;
    private final Runnable after;
    private OutputStream spill = spilled;
    private Progress progress = said::add;

    ShellFixture(Path root, SandboxMode mode) throws IOException {
        this(root, mode, System.getenv(), List.of());
    }

    ShellFixture(
            Path root, SandboxMode mode, Map<String, String> environment, List<String> passedOn)
            throws IOException {
        this(root, mode, environment, passedOn, List.of());
    }

    ShellFixture(
            Path root,
            SandboxMode mode,
            Map<String, String> environment,
            List<String> passedOn,
            List<Path> hidden)
            throws IOException {
        this(root, mode, environment, passedOn, hidden, NetworkReach.none());
    }

    ShellFixture(
            Path root,
            SandboxMode mode,
            Map<String, String> environment,
            List<String> passedOn,
            List<Path> hidden,
            NetworkReach reach)
            throws IOException {
        this(root, mode, environment, passedOn, hidden, reach, ResourceLimits.USUAL);
    }

    ShellFixture(
            Path root,
            SandboxMode mode,
            Map<String, String> environment,
            List<String> passedOn,
            List<Path> hidden,
            NetworkReach reach,
            ResourceLimits ration)
            throws IOException {
        this(
                sandboxes(root, environment, hidden, EnumSet.allOf(Tier.class)),
                new ShellSetup(
                        Confinement.of(mode).with(reach).with(ration),
                        passedOn,
                        CommandChoices.DEFAULT),
                Optional.empty());
    }

    /// A session on a workspace of its own.
    private ShellFixture(Sandboxes sandboxes, ShellSetup setup, Optional<DetachedProcesses> shelf) {
        this(sandboxes, setup, shelf, sandboxes::close);
    }

    private ShellFixture(
            Sandboxes sandboxes,
            ShellSetup setup,
            Optional<DetachedProcesses> shelf,
            Runnable after) {
        this.root = sandboxes.base().root();
        this.changes = new Changed(root);
        this.after = after;
        this.shells =
                new OsShells(
                        sandboxes, setup, new SessionVariables(Map.of(), new Forgetful()), shelf);
    }

    /// One of the sessions on a workspace.
    static ShellFixture on(Sandboxes sandboxes, ShellSetup setup) {
        return new ShellFixture(sandboxes, setup, Optional.empty(), () -> {});
    }

    static Sandboxes sandboxes(
            Path root, Map<String, String> environment, List<Path> hidden, Set<Tier> tiers)
            throws IOException {
        return new Sandboxes(
                SandboxBase.of(root.toRealPath(), environment).hiding(hidden),
                List.of(Path.of(System.getProperty("java.io.tmpdir"))),
                tiers,
                TIMEOUT);
    }

    private static Sandboxes sandboxes(Path root, Set<Tier> tiers) throws IOException {
        return sandboxes(root, System.getenv(), List.of(), tiers);
    }

    /// A session that can be resumed.
    static ShellFixture resumable(Tier tier, Path root, CommandChoices choices) throws IOException {
        return new ShellFixture(
                sandboxes(root, Set.of(tier)),
                new ShellSetup(
                        Confinement.of(tier == Tier.NONE ? SandboxMode.OFF : SandboxMode.REQUIRED),
                        List.of(),
                        choices),
                Optional.of(new DetachedProcesses(new StatePaths(root.toRealPath()), "s")));
    }

    ShellFixture(Path root, SandboxMode mode, CommandChoices choices) throws IOException {
        this(root, mode, System.getenv(), choices);
    }

    ShellFixture(
            Path root, SandboxMode mode, Map<String, String> environment, CommandChoices choices)
            throws IOException {
        this(root, mode, environment, choices, EnumSet.allOf(Tier.class));
    }

    ShellFixture(
            Path root,
            SandboxMode mode,
            Map<String, String> environment,
            CommandChoices choices,
            Set<Tier> tiers)
            throws IOException {
        this(
                sandboxes(root, environment, List.of(), tiers),
                new ShellSetup(Confinement.of(mode), List.of(), choices),
                Optional.empty());
    }

    /// A machine that offers some fences only.
    static ShellFixture with(
            Set<Tier> tiers, Path root, SandboxMode mode, NetworkReach reach, ResourceLimits ration)
            throws IOException {
        return with(tiers, root, mode, System.getenv(), List.of(), reach, ration);
    }

    static ShellFixture with(
            Set<Tier> tiers,
            Path root,
            SandboxMode mode,
            Map<String, String> environment,
            List<Path> hidden,
            NetworkReach reach,
            ResourceLimits ration)
            throws IOException {
        return confined(
                sandboxes(root, environment, hidden, tiers),
                Confinement.of(mode).with(reach).with(ration));
    }

    private static ShellFixture confined(Sandboxes sandboxes, Confinement confinement) {
        return new ShellFixture(
                sandboxes,
                new ShellSetup(confinement, List.of(), CommandChoices.DEFAULT),
                Optional.empty());
    }

    /// A desk with a file that is protected there and nowhere else.
    static ShellFixture fixing(Path file, Path root, Set<Tier> tiers) throws IOException {
        return confined(
                sandboxes(root, tiers),
                Confinement.of(SandboxMode.REQUIRED).protecting(List.of(file)));
    }

    /// A desk whose commands are bound by rules and a ceiling.
    static ShellFixture bound(Tier tier, Path root, CommandFiles files) throws IOException {
        return confined(
                sandboxes(root, Set.of(tier)), Confinement.of(SandboxMode.REQUIRED).with(files));
    }

    /// The environment of this process with something in it changed.
    static Map<String, String> environment(String name, String value) {
        Map<String, String> changed = new HashMap<>(System.getenv());
        changed.put(name, value);
        return changed;
    }

    ShellFixture spillingInto(OutputStream other) {
        spill = other;
        return this;
    }

    ShellFixture telling(Progress other) {
        progress = other;
        return this;
    }

    OsShells shells() {
        return shells;
    }

    Shell shell() {
        return shells.open(
                new ShellOpener.Surface(
                        "call", progress, () -> spill, changes, new CallLifetime()));
    }

    /// The shell of a call that only looks.
    Shell looking() {
        return shells.open(
                new ShellOpener.Surface(
                        "call",
                        progress,
                        () -> spill,
                        changes,
                        new CallLifetime(),
                        Mode.LOOK,
                        shortfalls::add));
    }

    Shell.Result look(String script) throws IOException, InterruptedException {
        return looking().run(command(script, TIMEOUT, Map.of()));
    }

    /// Why nothing can keep commands from changing anything, if so.
    Optional<String> withoutLook() throws InterruptedException {
        return shells.obstacle();
    }

    Shell.Result run(String script) throws IOException, InterruptedException {
        return run(script, TIMEOUT);
    }

    Shell.Result run(String script, Duration timeout) throws IOException, InterruptedException {
        return shell().run(command(script, timeout, Map.of()));
    }

    /// Runs a command that prints something and does not end by itself, until its time is up after
    /// it has printed: a busy machine may not come to that at once.
    Shell.Result runUntilLate(String script) throws IOException, InterruptedException {
        for (Duration timeout = Duration.ofMillis(300); ; timeout = timeout.multipliedBy(2)) {
            Shell.Result ended = run(script, timeout);
            if (!ended.output().output().isEmpty() || timeout.compareTo(TIMEOUT) > 0) {
                return ended;
            }
        }
    }

    String output(String script) throws IOException, InterruptedException {
        return run(script).output().output();
    }

    static Shell.Command command(String script, Duration timeout, Map<String, String> variables) {
        return new Shell.Command(script, Optional.empty(), variables, timeout, OUTPUT_BYTES);
    }

    /// Waits for something that must come true.
    static boolean eventually(BooleanSupplier condition) throws InterruptedException {
        long from = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - from > DEADLINE.toNanos()) {
                return false;
            }
            Thread.onSpinWait();
            Thread.sleep(Duration.ofMillis(2));
        }
        return true;
    }

    void endSession() throws IOException {
        shells.close();
    }

    @Override
    public void close() throws IOException {
        endSession();
        after.run();
    }

    private static final class Forgetful implements SessionMemory {

        @Override
        public Optional<Json.Obj> load(String name) {
            return Optional.empty();
        }

        @Override
        public void save(String name, Json.Obj value) {}
    }
}
