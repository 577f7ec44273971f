package dev.deft.process;

import dev.deft.guard.Policy.Terminal;
import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.os.ShellDoor.Surface;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The shell as one call sees it.
final class OsShell implements Shell {

    /// The kernel takes no longer argument.
    private static final int LONGEST_SCRIPT = 128 * 1024 - 1;

    /// How long an aborted call waits for its command; the job's own thread sees to the rest.
    private static final Duration FAREWELL = Duration.ofMillis(1_500);

    /// How long a killed command may take to be gone.
    private static final Duration UNTIL_GONE = Duration.ofSeconds(8);

    private final OsShells shells;
    private final Surface surface;

    OsShell(OsShells shells, Surface surface) {
        this.shells = shells;
        this.surface = surface;
    }

    @Override
    public Ended run(Command command) throws IOException, InterruptedException {
        surface.lifeline().check();
        boolean terminal = shells.setup().choices().terminal() == Terminal.ALL;
        Order order = order(command, Order.Stdin.EMPTY, terminal);
        Fence fence = shells.fence();
        var capture =
                new Capture(command.outputBytes(), surface.sidecar()::open, surface.progress());
        var relay = new Relay(capture);
        Job job = fence.launcher().launch(order, relay);
        Optional<Exit> inTime = awaited(job, command.patience());
        if (inTime.isEmpty()) {
            Optional<BackgroundProcess> moved = shells.keptGoing(order, job, relay);
            if (moved.isPresent()) {
                return goesOn(moved.get(), command, capture, fence);
            }
        }
        Exit exit = inTime.isPresent() ? inTime.get() : stopped(job);
        return new Ended(
                inTime.isPresent() ? Cause.ITSELF : Cause.TIMEOUT,
                exit.code(),
                exit.signal(),
                capture.printed(),
                exit.wall(),
                exit.cpu(),
                fence.launcher().tier().wire(),
                exit.remark().or(fence::remark),
                Optional.empty());
    }

    private static Ended goesOn(
            BackgroundProcess process, Command command, Capture capture, Fence fence)
            throws IOException {
        return new Ended(
                Cause.GOES_ON,
                0,
                Optional.empty(),
                capture.printed(),
                command.patience(),
                Duration.ZERO,
                process.sandbox(),
                fence.remark(),
                Optional.of(process.id()));
    }

    private static Optional<Exit> awaited(Job job, Duration patience) throws InterruptedException {
        try {
            return job.await(patience);
        } catch (InterruptedException e) {
            job.terminate();
            job.await(FAREWELL);
            throw e;
        }
    }

    private static Exit stopped(Job job) throws InterruptedException {
        job.terminate();
        return awaited(job, Job.GRACE.plus(UNTIL_GONE))
                .orElse(new Exit(Exit.End.KILLED, UNTIL_GONE, Duration.ZERO, Optional.empty()));
    }

    @Override
    public BackgroundProcess start(Command command) throws IOException, InterruptedException {
        surface.lifeline().check();
        boolean terminal = shells.setup().choices().terminal() != Terminal.NONE;
        return shells.start(order(command, Order.Stdin.TYPED, terminal));
    }

    @Override
    public List<BackgroundProcess> background() {
        return shells.background();
    }

    private Order order(Command command, Order.Stdin stdin, boolean terminal) throws HostException {
        if (command.script().indexOf('\0') >= 0) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS, "A command cannot have NUL characters.");
        }
        if (command.script().getBytes(StandardCharsets.UTF_8).length > LONGEST_SCRIPT) {
            throw new HostException(
                    ErrorCode.TOO_LARGE,
                    "The command has more than %d bytes. Write it to a file and run that."
                            .formatted(LONGEST_SCRIPT));
        }
        if (terminal && shells.setup().surroundings().program("script").isEmpty()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "A terminal for commands needs the program script of util-linux; install it, or set commands.terminal to none.");
        }
        return new Order(
                command.script(),
                directory(command),
                variables(command, terminal),
                stdin,
                terminal);
    }

    private Map<String, String> variables(Command command, boolean terminal) throws HostException {
        Map<String, String> all = new HashMap<>(shells.variables(command.variables()));
        if (terminal && !command.variables().containsKey("TERM")) {
            all.put("TERM", "xterm");
        }
        return all;
    }

    private Path directory(Command command) throws HostException {
        Path root = shells.setup().root();
        Path directory =
                command.workdir().map(it -> root.resolve(it.display()).normalize()).orElse(root);
        if (!directory.startsWith(root) || !Files.isDirectory(directory)) {
            throw new HostException(
                    ErrorCode.NOT_FOUND,
                    "There is no directory %s to run in.".formatted(root.relativize(directory)));
        }
        return directory;
    }
}
