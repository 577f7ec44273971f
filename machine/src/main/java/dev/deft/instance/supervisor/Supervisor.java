package dev.deft.instance.supervisor;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.instance.InstanceSpawnTool;
import dev.deft.instance.Instances.PublishedPort;
import dev.deft.instance.Instances.Running;
import dev.deft.instance.Instances.Spawn;
import dev.deft.instance.Instances.State;
import dev.deft.os.OsFileLocks;
import dev.deft.process.OsShells;
import dev.deft.process.job.Job;
import dev.deft.process.job.JobExit;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.launch.Launcher;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// Runs the instances of one session; they end with it.
public final class Supervisor implements AutoCloseable {

    /// How long an instance may be idle.
    public static final Duration IDLE = Duration.ofMinutes(30);

    /// How long a start waits for a command that fails at once.
    private static final Duration FIRST_LOOK = Duration.ofMillis(150);

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);
    private static final int REMEMBERED = 100;
    private static final String WITH_SESSION = "ended with its session";

    private final OsShells shells;
    private final InstanceFiles files;
    private final String session;
    private final InstantSource clock;
    private final Duration idle;
    private final Supplier<String> ids;
    private final Map<String, Instance> running = new LinkedHashMap<>();
    private final Map<String, String> ended =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                    return size() > REMEMBERED;
                }
            };
    private Optional<Instant> keptUntil = Optional.empty();
    private boolean closed;

    /// @param idle how long an instance may be idle without a lease
    /// @param ids makes the last part of an id, eight hexadecimal digits
    public Supervisor(
            OsShells shells,
            StatePaths state,
            String session,
            InstantSource clock,
            Duration idle,
            Supplier<String> ids) {
        this.shells = shells;
        this.files = new InstanceFiles(state, new OsFileLocks());
        this.session = session;
        this.clock = clock;
        this.idle = idle;
        this.ids = ids;
    }

    Running spawn(Spawn request) throws IOException, InterruptedException {
        requireOpen();
        String id = "inst_" + ids.get();
        String handle = request.handle().orElse(id);
        InstanceFiles.Claim claim =
                files.claim(
                        new InstanceFiles.Owner(
                                id, handle, session, ProcessHandle.current().pid()));
        Instance instance = start(id, handle, claim, request);
        Optional<JobExit> exit;
        try {
            add(instance);
            for (int port : request.exposes()) {
                instance.publish(port, OptionalInt.empty());
            }
            exit = instance.job().await(FIRST_LOOK);
        } catch (IOException | InterruptedException e) {
            instance.stop("could not be started");
            finish(instance);
            throw e;
        }
        Thread.ofVirtual().name("instance " + id).start(() -> watch(instance));
        return exit.isPresent()
                ? exited(instance, exit.get())
                : new Running(id, handle, State.RUNNING, session, true, log(id));
    }

    private Running exited(Instance instance, JobExit exit) throws IOException {
        String printed = instance.tail();
        finish(instance);
        if (exit.code() != 0) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "The command %s at once. %s"
                            .formatted(
                                    instance.note(),
                                    printed.isEmpty()
                                            ? "It printed nothing."
                                            : "It printed:\n" + printed));
        }
        return new Running(
                instance.id(), instance.handle(), State.EXITED, session, true, log(instance.id()));
    }

    private static String log(String id) {
        return ".deft/instances/" + id + "/" + InstanceLog.NAME;
    }

    /// Starts the command; releases everything if that fails.
    private Instance start(String id, String handle, InstanceFiles.Claim claim, Spawn request)
            throws IOException, InterruptedException {
        Optional<Launcher> launcher = Optional.empty();
        try {
            Path directory =
                    directory(
                            request.directory().orElse(InstanceSpawnTool.DIRECTORY + "/" + handle));
            Map<String, String> variables = shells.variables(request.env());
            launcher = Optional.of(shells.openOwnSandbox(bytes(request.memoryMb())));
            var activity = new Instance.Activity(clock);
            var log = new InstanceLog(claim.directory(), activity);
            Job job =
                    launcher.get()
                            .launch(
                                    new LaunchRequest(
                                            request.script(),
                                            directory,
                                            variables,
                                            LaunchRequest.Stdin.EMPTY,
                                            LaunchRequest.Terminal.NONE),
                                    log);
            return new Instance(
                    id,
                    handle,
                    claim,
                    launcher.get(),
                    job,
                    log,
                    new LazyNetwork(job, shells.helpers()),
                    activity);
        } catch (IOException | InterruptedException e) {
            launcher.ifPresent(Launcher::close);
            claim.release();
            throw e;
        }
    }

    private static OptionalLong bytes(OptionalInt megabytes) {
        return megabytes.isPresent()
                ? OptionalLong.of(megabytes.getAsInt() * 1024L * 1024)
                : OptionalLong.empty();
    }

    /// Creates the directory. A link that leads out of the workspace may have been put there since
    /// the path was judged.
    private Path directory(String relative) throws IOException {
        Path directory = Files.createDirectories(shells.root().resolve(relative)).toRealPath();
        if (!directory.startsWith(shells.root())) {
            throw new HostException(
                    ErrorCode.CAPABILITY_DENIED,
                    relative + " leads out of the workspace. Choose another directory.");
        }
        return directory;
    }

    private synchronized void requireOpen() throws HostException {
        if (closed) {
            throw new HostException(ErrorCode.ABORTED, "The session has ended.");
        }
    }

    private synchronized void add(Instance instance) throws HostException {
        requireOpen();
        running.put(instance.id(), instance);
    }

    /// Waits for the end of an instance, and stops it when it is idle for too long.
    private void watch(Instance instance) {
        try {
            while (instance.job().await(CHECK_INTERVAL).isEmpty()) {
                if (isTooIdle(instance)) {
                    instance.stop("was stopped after being idle for " + spelled(idle));
                }
            }
            finish(instance);
        } catch (IOException e) {
            System.getLogger(Supervisor.class.getName())
                    .log(System.Logger.Level.WARNING, "could not release an instance", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String spelled(Duration time) {
        return time.toMinutes() > 0 ? time.toMinutes() + " min" : time.toMillis() + " ms";
    }

    private boolean isTooIdle(Instance instance) {
        return !isKept() && instance.isIdleFor(idle);
    }

    private synchronized boolean isKept() {
        return keptUntil.filter(it -> clock.instant().isBefore(it)).isPresent();
    }

    private void finish(Instance instance) throws IOException {
        instance.finish();
        synchronized (this) {
            running.remove(instance.id());
            ended.put(instance.id(), instance.note());
            ended.put(instance.handle(), instance.note());
        }
    }

    private synchronized List<Instance> own() {
        return running.values().stream().filter(it -> it.job().exit().isEmpty()).toList();
    }

    List<Running> running() throws IOException {
        List<Running> all = new ArrayList<>();
        for (Instance it : own()) {
            all.add(new Running(it.id(), it.handle(), State.RUNNING, session, true, log(it.id())));
        }
        for (InstanceFiles.Owner it : files.running()) {
            if (!it.session().equals(session)) {
                all.add(
                        new Running(
                                it.id(),
                                it.handle(),
                                State.RUNNING,
                                it.session(),
                                false,
                                log(it.id())));
            }
        }
        return all;
    }

    String stop(String name) throws IOException, InterruptedException {
        for (Instance it : own()) {
            if (it.isCalled(name)) {
                it.stop("was stopped");
                finish(it);
                return it.id();
            }
        }
        throw notRunning(name);
    }

    private HostException notRunning(String name) throws IOException {
        for (InstanceFiles.Owner it : files.running()) {
            if (!it.session().equals(session)
                    && (it.id().equals(name) || it.handle().equals(name))) {
                return new HostException(
                        ErrorCode.REFUSED,
                        "%s belongs to session %s, which alone can stop it."
                                .formatted(name, it.session()));
            }
        }
        synchronized (this) {
            return new HostException(
                    ErrorCode.NOT_FOUND,
                    ended.containsKey(name)
                            ? "%s does not run any more; it %s."
                                    .formatted(name, ended.getOrDefault(name, ""))
                            : "No instance %s runs in this session. `instance_list` shows what runs."
                                    .formatted(name));
        }
    }

    /// Publishes a port of the newest instance that listens on it.
    PublishedPort expose(int guestPort, OptionalInt publicPort) throws IOException {
        List<Instance> all = own().reversed();
        for (Instance it : all) {
            if (it.published(guestPort).isPresent()) {
                return it.publish(guestPort, publicPort);
            }
        }
        for (Instance it : all) {
            if (it.listening().contains(guestPort)) {
                return it.publish(guestPort, publicPort);
            }
        }
        List<String> others =
                all.stream()
                        .map(it ->
                                "%s listens on %s"
                                        .formatted(it.handle(), Instance.spelled(it.listening())))
                        .toList();
        throw new HostException(
                ErrorCode.NOT_FOUND,
                all.isEmpty()
                        ? "No instance runs in this session; start one with `instance_spawn`."
                        : "No instance listens on port %d; %s. Its log may say why, or try again when it is up."
                                .formatted(guestPort, String.join(", ", others)));
    }

    void unexpose(int guestPort) {
        own().forEach(it -> it.unpublish(guestPort));
    }

    /// Extends the lease; a shorter one never shortens it.
    synchronized void keepAlive(Duration time) {
        Instant end = clock.instant().plus(time);
        keptUntil = keptUntil.filter(it -> it.isAfter(end)).or(() -> Optional.of(end));
    }

    /// Ends the lease.
    synchronized void endKeepAlive() {
        keptUntil = Optional.empty();
    }

    /// Ends all instances.
    @Override
    public void close() throws IOException {
        List<Instance> last;
        synchronized (this) {
            closed = true;
            last = List.copyOf(running.values());
        }
        last.forEach(it -> it.terminate(WITH_SESSION));
        for (Instance it : last) {
            try {
                it.stop(WITH_SESSION);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            finish(it);
        }
    }
}
