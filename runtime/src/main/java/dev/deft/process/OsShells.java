package dev.deft.process;

import dev.deft.draft.Draft;
import dev.deft.guard.CommandHost;
import dev.deft.guard.Policy.OnTimeout;
import dev.deft.guard.Policy.SandboxMode;
import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.hostcommand.HostCommands;
import dev.deft.os.SessionVariables;
import dev.deft.os.ShellDoor;
import dev.deft.os.StatePaths;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The commands of one session: its fence, its environment, and what runs in its background.
///
/// Nothing is opened before the first command.
public final class OsShells implements ShellDoor, AutoCloseable {

    private static final int MOST_RUNNING = 32;
    private static final int MOST_KEPT = 200;
    private static final Duration TO_TRY = Duration.ofSeconds(20);

    private final ShellSetup setup;
    private final SessionVariables session;
    private final Set<Tier> tiers;
    private final List<BackgroundJob> background = new ArrayList<>();
    private final Trials trials = new Trials();
    private Optional<Fence> fence = Optional.empty();
    private Optional<HostCommands> hostCommands = Optional.empty();
    private int started;
    private boolean closed;

    /// The commands of a session.
    ///
    /// @param session what it has set is seen by its commands
    public OsShells(ShellSetup setup, SessionVariables session) {
        this(setup, session, EnumSet.allOf(Tier.class));
    }

    /// The same, on a machine that offers some fences only.
    OsShells(ShellSetup setup, SessionVariables session, Set<Tier> tiers) {
        this.setup = setup;
        this.session = session;
        this.tiers = Set.copyOf(tiers);
    }

    /// What this machine offers for commands.
    ///
    /// @param remark why it is not more
    /// @param overlays whether what a command changes can be collected aside
    public record Examined(Tier tier, Optional<String> remark, boolean overlays) {}

    /// Puts up a fence, to see whether it stands, and takes it down again.
    public static Examined examine(ShellSetup setup) throws IOException, InterruptedException {
        Fence fence = Fence.of(setup, EnumSet.allOf(Tier.class));
        try {
            return new Examined(fence.launcher().tier(), fence.remark(), laysOver(fence, setup));
        } finally {
            fence.launcher().close();
        }
    }

    private static boolean laysOver(Fence fence, ShellSetup setup)
            throws IOException, InterruptedException {
        var order = new Order("true", setup.root(), Map.of(), Order.Stdin.EMPTY, false);
        Optional<Launcher.Aside> aside =
                fence.launcher()
                        .launchAside(
                                order,
                                _ -> new Capture(0, OutputStream::nullOutputStream, _ -> {}),
                                setup.drafts());
        if (aside.isEmpty()) {
            return false;
        }
        boolean ended = aside.get().job().await(TO_TRY).isPresent();
        aside.get().overlay().close();
        return ended;
    }

    @Override
    public Shell open(Surface surface) {
        return new OsShell(this, surface);
    }

    /// Tries out the commands of a call: from now on they run aside, and what they change waits.
    public void rehearse(String callId) {
        trials.begin(callId);
    }

    /// The trial is over.
    ///
    /// @return what the command would change and how it ended, if it could be tried out
    public Optional<Rehearsed> rehearsed(String callId) {
        trials.end(callId);
        return trials.find(callId).map(it -> new Rehearsed(it.ended(), it.draft()));
    }

    /// A command that was tried out.
    public record Rehearsed(Shell.Ended ended, Draft draft) {}

    /// Forgets what a call has tried out.
    public void forget(String callId) throws IOException {
        trials.drop(callId);
    }

    Trials trials() {
        return trials;
    }

    ShellSetup setup() {
        return setup;
    }

    Map<String, String> variables(Map<String, String> call) throws IOException {
        Map<String, String> all =
                new HashMap<>(
                        new CommandEnvironment(setup.environment(), setup.passedOn())
                                .with(session.set(), call));
        hostCommands().ifPresent(it -> all.put("PATH", it.onPath(all.getOrDefault("PATH", ""))));
        return all;
    }

    /// Whoever answers host commands, where there are any, from the first command on.
    private synchronized Optional<HostCommands> hostCommands() throws IOException {
        Optional<CommandHost> host = setup.choices().host();
        if (hostCommands.isEmpty() && host.isPresent() && !closed) {
            hostCommands =
                    Optional.of(
                            HostCommands.open(host.get(), setup.surroundings(), setup.drafts()));
        }
        return hostCommands;
    }

    /// The fence of this session, put up for its first command.
    synchronized Fence fence() throws IOException, InterruptedException {
        if (closed) {
            throw new HostException(ErrorCode.ABORTED, "The session is over.");
        }
        if (fence.isEmpty()) {
            keepPlace();
            Optional<HostCommands> hosted = hostCommands();
            fence =
                    Optional.of(
                            Fence.of(
                                    hosted.map(it -> setup.sharing(it.directory())).orElse(setup),
                                    tiers));
        }
        Fence chosen = fence.get();
        if (setup.sandbox() == SandboxMode.REQUIRED && chosen.isOpen()) {
            throw new HostException(
                    ErrorCode.SANDBOX_DENIED,
                    "Commands may only run in a sandbox here, and there is none: %s. deft doctor says what to do."
                            .formatted(chosen.remark().orElse("unknown reason")));
        }
        return chosen;
    }

    /// Makes the state directory before a command could: what exists can be held fast.
    private void keepPlace() throws IOException {
        var state = new StatePaths(setup.root());
        if (setup.sandbox() != SandboxMode.OFF && Files.isWritable(setup.root())) {
            state.ensure(state.path());
        }
    }

    /// Starts a command in the background.
    synchronized BackgroundProcess start(Order order) throws IOException, InterruptedException {
        if (!hasRoom()) {
            throw new HostException(
                    ErrorCode.LIMIT_REACHED,
                    "%d background processes are running; end one first.".formatted(MOST_RUNNING));
        }
        var printed = new BackgroundOutput();
        return listed(order, fence().launcher().launch(order, printed), printed);
    }

    /// Lets a command whose time is up go on in the background, where that is wanted and there is
    /// room.
    synchronized Optional<BackgroundProcess> keptGoing(Order order, Job job, Relay relay)
            throws IOException, InterruptedException {
        boolean wanted = setup.choices().onTimeout() == OnTimeout.BACKGROUND;
        return wanted && hasRoom()
                ? Optional.of(listed(order, job, relay.toTheBackground()))
                : Optional.empty();
    }

    private boolean hasRoom() {
        return background.stream().filter(BackgroundProcess::running).count() < MOST_RUNNING;
    }

    private BackgroundProcess listed(Order order, Job job, BackgroundOutput printed)
            throws IOException, InterruptedException {
        started++;
        var process =
                new BackgroundJob(
                        "proc_" + started,
                        order.script(),
                        fence().launcher().tier().wire(),
                        job,
                        printed);
        background.add(process);
        if (background.size() > MOST_KEPT) {
            background.stream()
                    .filter(it -> !it.running())
                    .findFirst()
                    .ifPresent(background::remove);
        }
        return process;
    }

    synchronized List<BackgroundProcess> background() {
        return List.copyOf(background);
    }

    /// Ends everything the session started.
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        fence.ifPresent(it -> it.launcher().close());
        if (hostCommands.isPresent()) {
            hostCommands.get().close();
        }
        trials.dropAll();
    }
}
