package dev.deft.hostcommand;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Fifo;
import dev.deft.policy.CommandHost;
import dev.deft.sandbox.SandboxInputs;
import dev.deft.scratch.Scratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The host commands of a session: a directory with a script for each command, and the thread that
/// serves their requests.
///
/// A script writes a line with a unique number to `pipes/requests` and waits until a directory with
/// that name appears, with the pipes of [CallPipes].
public final class HostCommands implements AutoCloseable {

    private static final int MOST_AT_ONCE = 64;
    private static final int CHUNK = 4096;
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration TO_LEAVE = Duration.ofSeconds(5);
    private static final String REQUESTS = "requests";
    private static final Pattern NUMBER = Pattern.compile("[0-9][0-9-]{0,59}");

    private final SshLine ssh;
    private final Scratch home;
    private final Path pipes;
    private final int requests;
    private final Set<Thread> calls = ConcurrentHashMap.newKeySet();
    private final Semaphore room = new Semaphore(MOST_AT_ONCE);
    private final Thread desk;
    private volatile boolean closed;

    private HostCommands(SshLine ssh, Scratch home) throws IOException {
        this.ssh = ssh;
        this.home = home;
        this.pipes = home.path().resolve(SandboxInputs.PIPES);
        this.requests = Fifo.held(pipes.resolve(REQUESTS));
        this.desk = Thread.ofPlatform().daemon().name("host commands").unstarted(this::serve);
    }

    /// Writes the scripts and starts serving.
    ///
    /// @param places candidate parent directories, best first
    public static HostCommands open(CommandHost host, SandboxInputs around, List<Path> places)
            throws IOException {
        var ssh = new SshLine(host, around);
        refuseOurOwn(ssh, around.root());
        Scratch home = home(around.root(), places);
        Path directory = home.path();
        Path pipes = Files.createDirectory(directory.resolve(SandboxInputs.PIPES));
        Fifo.make(pipes.resolve(REQUESTS));
        Fifo.make(pipes.resolve("never"));
        writeScripts(host, around, directory, pipes);
        var opened = new HostCommands(ssh, home);
        opened.desk.start();
        return opened;
    }

    /// Rejects keys and known hosts that commands could change.
    private static void refuseOurOwn(SshLine ssh, Path root) throws HostException {
        Optional<Path> inside =
                Stream.of(ssh.identity(), ssh.knownHosts())
                        .flatMap(Optional::stream)
                        .filter(it -> it.startsWith(root))
                        .findFirst();
        if (inside.isPresent()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "commands.host in the policy names %s, which is in the workspace, where commands can change it. Move it elsewhere."
                            .formatted(inside.get()));
        }
    }

    private static Scratch home(Path root, List<Path> places) throws IOException {
        Path otherwise = Path.of(System.getProperty("java.io.tmpdir"));
        return Scratch.in(
                places.stream().filter(it -> !it.startsWith(root)).findFirst().orElse(otherwise),
                "host");
    }

    private static void writeScripts(
            CommandHost host, SandboxInputs around, Path directory, Path pipes) throws IOException {
        String script =
                "#!%s -p\npipes=%s\ncat=%s\n%s"
                        .formatted(
                                program(around, "bash"),
                                SshLine.quoted(pipes.toString()),
                                SshLine.quoted(program(around, "cat").toString()),
                                text());
        Path programs = Files.createDirectory(programs(directory));
        for (String name : host.names()) {
            Path file = Files.writeString(programs.resolve(name), script);
            if (!file.toFile().setExecutable(true, true)) {
                throw new IOException(file + " cannot be made executable");
            }
        }
    }

    private static Path program(SandboxInputs around, String name) throws HostException {
        return around.helpers()
                .find(name)
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.UNAVAILABLE,
                                "Host commands need %s on the PATH. Install it.".formatted(name)));
    }

    private static String text() throws IOException {
        try (var in = HostCommands.class.getResourceAsStream("host-command.bash")) {
            if (in == null) {
                throw new IllegalStateException("missing resource host-command.bash");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Path programs(Path directory) {
        return directory.resolve("bin");
    }

    /// The directory of scripts and pipes; commands must see it and need not change it.
    public Path directory() {
        return home.path();
    }

    /// Puts host commands first on a PATH.
    public String onPath(String path) {
        return programs(home.path()) + ":" + path;
    }

    private void serve() {
        var line = new StringBuilder();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(CHUNK);
            while (!closed) {
                Descriptors.poll(IDLE, requests);
                int got = Descriptors.read(requests, buffer, CHUNK);
                if (got > 0) {
                    take(buffer.asSlice(0, got).toArray(JAVA_BYTE), line);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ignores lines that are not numbers.
    private void take(byte[] bytes, StringBuilder line) throws InterruptedException {
        for (byte next : bytes) {
            if (next != '\n') {
                line.append((char) next);
                continue;
            }
            String number = line.toString();
            line.setLength(0);
            if (NUMBER.matcher(number).matches() && !closed) {
                room.acquire();
                begin(pipes.resolve(number));
            }
        }
        if (line.length() > CHUNK) {
            line.setLength(0);
        }
    }

    private void begin(Path place) {
        var call = new HostCall(ssh, place, () -> closed);
        Thread thread =
                Thread.ofPlatform().daemon().name("host command").unstarted(() -> answer(call));
        calls.add(thread);
        thread.start();
    }

    private void answer(HostCall call) {
        try {
            call.run();
        } catch (IOException e) {
            if (!closed) {
                System.getLogger(HostCommands.class.getName())
                        .log(System.Logger.Level.WARNING, "a host command failed", e);
            }
        } finally {
            room.release();
            calls.remove(Thread.currentThread());
        }
    }

    /// Ends running commands and removes the directory.
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        desk.interrupt();
        Descriptors.write(requests, new byte[] {'\n'});
        try {
            desk.join(TO_LEAVE);
            for (Thread call : Set.copyOf(calls)) {
                call.join(TO_LEAVE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Descriptors.close(requests);
        home.close();
    }

    static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path it : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(it);
            }
        } catch (UncheckedIOException e) {
            throw new IOException(directory + " could not be removed", e);
        }
    }
}
