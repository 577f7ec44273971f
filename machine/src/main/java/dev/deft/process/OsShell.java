package dev.deft.process;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.os.ShellOpener.Surface;
import dev.deft.policy.Policy.Changes;
import dev.deft.policy.Policy.Terminal;
import dev.deft.process.job.LaunchRequest;
import dev.deft.run.Mode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The shell of one call.
final class OsShell implements Shell {

    /// The kernel's limit for one argument.
    private static final int LONGEST_SCRIPT = 128 * 1024 - 1;

    private final OsShells shells;
    private final Surface surface;
    private boolean dryRunDone;

    OsShell(OsShells shells, Surface surface) {
        this.shells = shells;
        this.surface = surface;
    }

    @Override
    public Result run(Command command) throws IOException, InterruptedException {
        surface.lifetime().check();
        boolean terminal = shells.choices().terminal() == Terminal.ALL && !isLookMode();
        LaunchRequest request = request(command, LaunchRequest.Stdin.EMPTY, terminal);
        if (isLookMode()) {
            Result ended = new Foreground(shells, surface).run(command, request);
            LookModeFailureFinder.in(ended).ifPresent(surface.lookModeFailures());
            return ended;
        }
        if (surface.mode() == Mode.DRY_RUN) {
            return dryRun(command, request);
        }
        return shells.choices().changes() == Changes.DIRECT || surface.mode() == Mode.OUTSIDE
                ? new Foreground(shells, surface).run(command, request)
                : new TrackedRun(shells, surface).run(command, request);
    }

    /// Runs only one command: a second one would not see the changes of the first.
    private synchronized Result dryRun(Command command, LaunchRequest request)
            throws IOException, InterruptedException {
        if (dryRunDone || !shells.dryRuns()) {
            surface.lifetime().checkEffect();
        }
        dryRunDone = true;
        return new TrackedRun(shells, surface).dryRun(command, request);
    }

    /// Commands in look mode get no terminal, because without mounts they could open other
    /// terminals.
    private boolean isLookMode() {
        return surface.mode() == Mode.LOOK;
    }

    @Override
    public BackgroundProcess start(Command command) throws IOException, InterruptedException {
        surface.lifetime().checkEffect();
        boolean terminal = shells.choices().terminal() != Terminal.NONE && !isLookMode();
        return shells.start(
                request(command, LaunchRequest.Stdin.INTERACTIVE, terminal), surface.mode());
    }

    @Override
    public List<BackgroundProcess> background() throws IOException {
        if (surface.mode() == Mode.DRY_RUN) {
            surface.lifetime().checkEffect();
        }
        return shells.background();
    }

    private LaunchRequest request(Command command, LaunchRequest.Stdin stdin, boolean terminal)
            throws IOException {
        if (command.script().indexOf('\0') >= 0) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS, "A command must not contain NUL characters.");
        }
        if (command.script().getBytes(StandardCharsets.UTF_8).length > LONGEST_SCRIPT) {
            throw new HostException(
                    ErrorCode.TOO_LARGE,
                    "The command is longer than %d bytes. Write it to a file and run the file."
                            .formatted(LONGEST_SCRIPT));
        }
        return new LaunchRequest(
                command.script(),
                directory(shells, command),
                variables(command, terminal),
                stdin,
                terminal ? LaunchRequest.Terminal.attached(setsid()) : LaunchRequest.Terminal.NONE);
    }

    private Path setsid() throws HostException {
        return shells.helpers()
                .find("setsid")
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.UNAVAILABLE,
                                "Commands on a terminal need the program setsid of util-linux. Install it, or set commands.terminal to none."));
    }

    private Map<String, String> variables(Command command, boolean terminal) throws IOException {
        Map<String, String> all = shells.variables(command.variables(), surface.mode());
        if (!terminal || command.variables().containsKey("TERM")) {
            return all;
        }
        Map<String, String> onTerminal = new HashMap<>(all);
        onTerminal.put("TERM", "xterm");
        return onTerminal;
    }

    static Path directory(OsShells shells, Command command) throws HostException {
        Path root = shells.root();
        Path directory =
                command.workdir().map(it -> root.resolve(it.display()).normalize()).orElse(root);
        if (shells.roots().stream().noneMatch(directory::startsWith)
                || !Files.isDirectory(directory)) {
            throw new HostException(
                    ErrorCode.NOT_FOUND,
                    "The working directory %s does not exist."
                            .formatted(
                                    directory.startsWith(root)
                                            ? root.relativize(directory)
                                            : directory));
        }
        return directory;
    }
}
