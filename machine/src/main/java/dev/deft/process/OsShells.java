package dev.deft.process;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.hostcommand.HostCommands;
import dev.deft.os.SessionVariables;
import dev.deft.os.ShellOpener;
import dev.deft.output.ErrorLog;
import dev.deft.policy.CommandHost;
import dev.deft.policy.LookModeSupport;
import dev.deft.policy.Policy.Changes;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.OnExit;
import dev.deft.policy.Policy.OnTimeout;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.background.BackgroundJob;
import dev.deft.process.background.DetachedFiles;
import dev.deft.process.background.DetachedProcess;
import dev.deft.process.background.DetachedProcesses;
import dev.deft.process.background.SessionProcesses;
import dev.deft.process.job.Job;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.launch.CommandEnvironment;
import dev.deft.process.launch.Launcher;
import dev.deft.process.output.BackgroundOutput;
import dev.deft.process.output.OutputRelay;
import dev.deft.process.pool.Sandboxes;
import dev.deft.run.Mode;
import dev.deft.sandbox.HostPrograms;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.Tier;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The commands of one session: sandbox, environment and background processes.
///
/// Nothing is opened before the first command, unless [#warm] is called.
public final class OsShells implements ShellOpener, LookModeSupport, AutoCloseable {

    private final Sandboxes sandboxes;
    private final ShellSetup setup;
    private final SessionVariables session;
    private final SessionProcesses processes;
    private final ChangeText changes;
    private final DryRuns pendingDryRuns = new DryRuns();
    private Optional<SandboxChoice> sandbox = Optional.empty();
    private Optional<SandboxChoice> lookSandbox = Optional.empty();
    private Optional<SandboxChoice> outside = Optional.empty();
    private Optional<String> lookModeProblem = Optional.empty();
    private Optional<HostCommands> hostCommands = Optional.empty();
    private Optional<CommandEnvironment> environment = Optional.empty();
    private boolean stateEnsured;
    private boolean closed;
    private volatile Optional<Thread> warming = Optional.empty();

    /// @param sandboxes the sandboxes of the workspace, which are closed later
    /// @param session the variables set by the session
    /// @param detached the detached processes; empty for a session that cannot be resumed
    public OsShells(
            Sandboxes sandboxes,
            ShellSetup setup,
            SessionVariables session,
            Optional<DetachedProcesses> detached) {
        this(sandboxes, setup, session, new SessionProcesses(detached), ChangeText.paths());
    }

    /// @param processes of the session, shared with the commands of its earlier agents
    /// @param changes describes the changes of a dry run
    public OsShells(
            Sandboxes sandboxes,
            ShellSetup setup,
            SessionVariables session,
            SessionProcesses processes,
            ChangeText changes) {
        this.sandboxes = sandboxes;
        this.setup = setup;
        this.session = session;
        this.processes = processes;
        this.changes = changes;
        sandboxes.sessionOpened();
    }

    /// The background processes of the session.
    public SessionProcesses processes() {
        return processes;
    }

    @Override
    public Shell open(Surface surface) {
        return new OsShell(this, surface);
    }

    /// Only without network and host commands, because messages to others cannot be undone.
    @Override
    public boolean dryRuns() {
        return setup.choices().changes() == Changes.REVIEW
                && setup.choices().host().isEmpty()
                && setup.confinement().reach().hosts().isEmpty();
    }

    @Override
    public Optional<String> preview(String callId) throws IOException {
        Optional<DryRuns.DryRun> dryRun = pendingDryRuns.find(callId);
        return dryRun.isPresent()
                ? Optional.of(new DryRunText(changes).of(dryRun.get()))
                : Optional.empty();
    }

    @Override
    public void dropDryRun(String callId) throws IOException {
        pendingDryRuns.discard(callId);
    }

    DryRuns pendingDryRuns() {
        return pendingDryRuns;
    }

    /// The real path of the workspace.
    public Path root() {
        return sandboxes.base().root();
    }

    /// The real paths of the workspace and of the directories where commands may work too.
    List<Path> roots() {
        List<Path> all = new ArrayList<>(List.of(root()));
        setup.confinement().directories().forEach(it -> all.add(it.path()));
        return all;
    }

    /// Candidate directories for overlays, best first.
    List<Path> overlayDirectories() {
        return sandboxes.overlayDirectories();
    }

    /// The programs of the machine that Deft itself runs.
    public HostPrograms helpers() {
        return sandboxes.base().helpers();
    }

    CommandChoices choices() {
        return setup.choices();
    }

    private CommandContext context() {
        return new CommandContext(sandboxes, setup, List.of());
    }

    /// The whole environment of a command; commands in look mode get no host commands.
    Map<String, String> variables(Map<String, String> call, Mode mode) throws IOException {
        Map<String, String> all = environment().with(session.set(), call);
        Optional<HostCommands> host = mode == Mode.LOOK ? Optional.empty() : hostCommands();
        if (host.isEmpty()) {
            return all;
        }
        Map<String, String> withPath = new HashMap<>(all);
        withPath.put("PATH", host.get().onPath(all.getOrDefault("PATH", "")));
        return withPath;
    }

    /// What all commands get; the same for the whole session.
    private synchronized CommandEnvironment environment() {
        if (environment.isEmpty()) {
            environment = Optional.of(context().environment());
        }
        return environment.get();
    }

    /// Runs the host commands, if there are any; opened with the first command.
    private synchronized Optional<HostCommands> hostCommands() throws IOException {
        Optional<CommandHost> host = setup.choices().host();
        if (hostCommands.isEmpty() && host.isPresent() && !closed) {
            hostCommands =
                    Optional.of(
                            HostCommands.open(
                                    host.get(), context().inputs(), overlayDirectories()));
        }
        return hostCommands;
    }

    /// The sandbox for commands of a mode, opened with the first of them.
    SandboxChoice sandbox(Mode mode) throws IOException, InterruptedException {
        return switch (mode) {
            case FULL, DRY_RUN -> sandbox();
            case LOOK -> lookSandbox();
            case OUTSIDE -> outside();
        };
    }

    /// No sandbox, for commands that the user lets run without one.
    private synchronized SandboxChoice outside() throws IOException, InterruptedException {
        if (closed) {
            throw new HostException(ErrorCode.ABORTED, "The session has ended.");
        }
        if (setup.confinement().mode() == SandboxMode.REQUIRED) {
            throw new HostException(
                    ErrorCode.SANDBOX_DENIED,
                    "The policy requires a sandbox for every command, and this one works only"
                            + " outside of it. Ask the user to run it.");
        }
        if (outside.isEmpty()) {
            Confinement off = setup.confinement().with(SandboxMode.OFF);
            var own = new ShellSetup(off, setup.inherited(), setup.choices());
            outside =
                    Optional.of(
                            SandboxChoice.of(
                                    shared(new CommandContext(sandboxes, own, List.of()))));
        }
        return outside.get();
    }

    @Override
    public synchronized Optional<String> obstacle() throws InterruptedException {
        if (closed) {
            return Optional.of("the session has ended");
        }
        if (lookSandbox.isEmpty() && lookModeProblem.isEmpty()) {
            try {
                sandboxes.sweep();
                lookSandbox = Optional.of(LookSandboxChoice.of(context()));
            } catch (IOException e) {
                lookModeProblem = Optional.of(String.valueOf(e.getMessage()));
            }
        }
        return lookModeProblem;
    }

    private synchronized SandboxChoice lookSandbox() throws IOException, InterruptedException {
        Optional<String> missing = obstacle();
        if (missing.isPresent()) {
            throw new HostException(
                    ErrorCode.SANDBOX_DENIED,
                    "Look mode is not available here: %s.".formatted(missing.get()));
        }
        return lookSandbox.orElseThrow();
    }

    /// Why commands are not confined, if they are not.
    public Optional<String> whyUnconfined() throws InterruptedException {
        if (setup.confinement().mode() == SandboxMode.OFF) {
            return Optional.of("the policy turns the sandbox off");
        }
        try {
            SandboxChoice chosen = openSandbox();
            return chosen.isUnconfined()
                    ? Optional.of(chosen.remark().orElse("there is no sandbox"))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// The tier of the sandbox that commands run in.
    public Tier tier() throws IOException, InterruptedException {
        return openSandbox().launcher().tier();
    }

    /// The sandbox for a command that is about to run.
    synchronized SandboxChoice sandbox() throws IOException, InterruptedException {
        if (!closed) {
            ensureState();
        }
        return openSandbox();
    }

    /// The sandbox of this session, opened on first use. Gates call this before a command is
    /// allowed, so it must not create files in the workspace.
    private synchronized SandboxChoice openSandbox() throws IOException, InterruptedException {
        if (closed) {
            throw new HostException(ErrorCode.ABORTED, "The session has ended.");
        }
        if (sandbox.isEmpty()) {
            sandboxes.sweep();
            sandbox = Optional.of(SandboxChoice.of(shared(context())));
        }
        return requireConfined(sandbox.get());
    }

    /// Opens the sandbox for commands of a mode before the first of them; returns at once. The
    /// first command reports what goes wrong.
    public void warm(Mode mode) {
        warming =
                Optional.of(Thread.ofVirtual().name("warm sandbox").start(() -> openQuietly(mode)));
    }

    private void openQuietly(Mode mode) {
        try {
            if (mode == Mode.LOOK) {
                var _ = obstacle();
            } else {
                var _ = openSandbox();
            }
        } catch (IOException e) {
            ErrorLog.log(System.Logger.Level.DEBUG, () -> "no sandbox could be opened", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private CommandContext shared(CommandContext context) throws IOException {
        return hostCommands().map(it -> context.withShared(it.directory())).orElse(context);
    }

    /// Opens a sandbox of its own for one command that runs for long, such as a server. It has the
    /// rules and grants of all commands of the session; the caller closes it.
    ///
    /// @param memory the most bytes the command may use; empty for the usual limit
    public synchronized Launcher openOwnSandbox(OptionalLong memory)
            throws IOException, InterruptedException {
        if (closed) {
            throw new HostException(ErrorCode.ABORTED, "The session has ended.");
        }
        ensureState();
        sandboxes.sweep();
        ResourceLimits usual = setup.confinement().limits();
        Confinement own =
                memory.isEmpty()
                        ? setup.confinement()
                        : setup.confinement()
                                .with(new ResourceLimits(usual.processes(), memory, usual.cpu()));
        var ownSetup = new ShellSetup(own, setup.inherited(), setup.choices());
        SandboxChoice chosen =
                SandboxChoice.of(shared(new CommandContext(sandboxes, ownSetup, List.of())));
        try {
            return requireConfined(chosen).launcher();
        } catch (HostException e) {
            chosen.launcher().close();
            throw e;
        }
    }

    /// The whole environment of a command that runs in full.
    ///
    /// @param call the variables set for this command only
    /// @throws HostException if one of them is a secret or changes what runs
    public Map<String, String> variables(Map<String, String> call) throws IOException {
        return variables(call, Mode.FULL);
    }

    private SandboxChoice requireConfined(SandboxChoice chosen) throws HostException {
        if (setup.confinement().mode() == SandboxMode.REQUIRED && chosen.isUnconfined()) {
            throw new HostException(
                    ErrorCode.SANDBOX_DENIED,
                    "Commands must run in a sandbox, but there is none: %s. Run deft doctor for help."
                            .formatted(chosen.remark().orElse("unknown reason")));
        }
        return chosen;
    }

    /// Creates the state directory before a command could: only existing files can be protected.
    private void ensureState() throws IOException {
        if (stateEnsured) {
            return;
        }
        var state = new StatePaths(root());
        if (setup.confinement().mode() != SandboxMode.OFF && Files.isWritable(root())) {
            state.createDirectory(state.path());
        }
        stateEnsured = true;
    }

    /// Starts a background command. In look mode it ends with the session.
    synchronized BackgroundProcess start(LaunchRequest request, Mode mode)
            throws IOException, InterruptedException {
        if (!processes.hasRoom()) {
            throw new HostException(
                    ErrorCode.LIMIT_REACHED,
                    "%d background processes are running; end one first."
                            .formatted(SessionProcesses.MAX_RUNNING));
        }
        boolean keep = setup.choices().onExit() == OnExit.KEEP && mode == Mode.FULL;
        if (keep && processes.detached().isPresent()) {
            Optional<BackgroundProcess> process =
                    startDetached(request, processes.detached().get());
            if (process.isPresent()) {
                return process.get();
            }
        }
        var printed = new BackgroundOutput();
        Launcher launcher = sandbox(mode).launcher();
        Job job = launcher.launch(request, printed);
        return list(
                request,
                launcher.tier(),
                job,
                printed,
                keep ? Optional.of(whyNotDetached()) : Optional.empty());
    }

    private Optional<BackgroundProcess> startDetached(
            LaunchRequest request, DetachedProcesses detached)
            throws IOException, InterruptedException {
        Launcher launcher = sandbox().launcher();
        if (!launcher.canDetach()) {
            return Optional.empty();
        }
        String id = processes.nextId();
        DetachedFiles files = detached.add(id);
        return Optional.of(
                processes.add(
                        new DetachedProcess(
                                id, files, launcher.launchDetached(detachable(request), files))));
    }

    /// A detached process cannot use our pseudo-terminal, which closes with this process.
    private LaunchRequest detachable(LaunchRequest request) {
        boolean terminal = request.terminal().isAttached() && helpers().find("script").isPresent();
        return request.withTerminal(
                terminal ? LaunchRequest.Terminal.SCRIPT : LaunchRequest.Terminal.NONE);
    }

    private String whyNotDetached() {
        return processes.detached().isEmpty()
                ? "it ends with this session, which has no name and cannot be resumed"
                : "it ends with the session, because this sandbox cannot protect files after the"
                        + " session has ended";
    }

    /// Moves a command to the background on timeout, if the policy wants that and there is room. It
    /// ends with the session, because it prints to our pipes.
    synchronized Optional<BackgroundProcess> moveToBackground(
            LaunchRequest request, Tier tier, Job job, OutputRelay relay)
            throws IOException, InterruptedException {
        boolean enabled = setup.choices().onTimeout() == OnTimeout.BACKGROUND;
        return enabled && processes.hasRoom()
                ? Optional.of(list(request, tier, job, relay.moveToBackground(), Optional.empty()))
                : Optional.empty();
    }

    private BackgroundProcess list(
            LaunchRequest request,
            Tier tier,
            Job job,
            BackgroundOutput printed,
            Optional<String> remark)
            throws IOException {
        return processes.add(
                new BackgroundJob(
                        processes.nextId(), request.script(), tier.wire(), job, printed, remark));
    }

    List<BackgroundProcess> background() throws IOException {
        return processes.list();
    }

    /// Ends everything the session started, except detached processes.
    @Override
    public void close() throws IOException {
        warming.ifPresent(Thread::interrupt);
        closeAll();
    }

    private synchronized void closeAll() throws IOException {
        if (!closed) {
            closed = true;
            sandboxes.sessionClosed();
        }
        sandbox.ifPresent(it -> it.launcher().close());
        lookSandbox.ifPresent(it -> it.launcher().close());
        outside.ifPresent(it -> it.launcher().close());
        if (hostCommands.isPresent()) {
            hostCommands.get().close();
        }
        pendingDryRuns.discardAll();
    }
}
