package dev.deft.hostcommand;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Fifo;
import dev.deft.policy.CommandHost;
import dev.deft.resource.Resources;
import dev.deft.sandbox.SandboxInputs;
import dev.deft.scratch.Scratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
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

    private static final int MAX_CALLS = 64;
    private static final int CHUNK = 4096;
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final String REQUESTS = "requests";
    private static final Pattern NUMBER = Pattern.compile("[0-9][0-9-]{0,59}");

    private final SshCommand ssh;
    private final Scratch scratch;
    private final Path pipes;
    private final int requests;
    private final Set<Thread> calls = ConcurrentHashMap.newKeySet();
    private final Semaphore room = new Semaphore(MAX_CALLS);
    private final Thread server;
    private volatile boolean closed;

    private HostCommands(SshCommand ssh, Scratch scratch) throws IOException {
        this.ssh = ssh;
        this.scratch = scratch;
        this.pipes = scratch.path().resolve(SandboxInputs.PIPES);
        this.requests = Fifo.openNonBlocking(pipes.resolve(REQUESTS));
        this.server = Thread.ofPlatform().daemon().name("host commands").unstarted(this::serve);
    }

    /// Writes the scripts and starts serving.
    ///
    /// @param directories candidate parent directories, best first
    public static HostCommands open(CommandHost host, SandboxInputs inputs, List<Path> directories)
            throws IOException {
        var ssh = new SshCommand(host, inputs);
        requireKeysOutside(ssh, inputs.root());
        Scratch scratch = scratch(inputs.root(), directories);
        Path directory = scratch.path();
        Path pipes = Files.createDirectory(directory.resolve(SandboxInputs.PIPES));
        Fifo.create(pipes.resolve(REQUESTS));
        Fifo.create(pipes.resolve("never"));
        writeScripts(host, inputs, directory, pipes);
        var opened = new HostCommands(ssh, scratch);
        opened.server.start();
        return opened;
    }

    /// Rejects keys and known hosts that commands could change.
    private static void requireKeysOutside(SshCommand ssh, Path root) throws HostException {
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

    private static Scratch scratch(Path root, List<Path> directories) throws IOException {
        Path fallback = Path.of(System.getProperty("java.io.tmpdir"));
        return Scratch.in(
                directories.stream()
                        .filter(it -> !it.startsWith(root))
                        .findFirst()
                        .orElse(fallback),
                "host");
    }

    private static void writeScripts(
            CommandHost host, SandboxInputs inputs, Path directory, Path pipes) throws IOException {
        String script =
                "#!%s -p\npipes=%s\ncat=%s\n%s"
                        .formatted(
                                program(inputs, "bash"),
                                SshCommand.quoted(pipes.toString()),
                                SshCommand.quoted(program(inputs, "cat").toString()),
                                Resources.text(HostCommands.class, "host-command.bash"));
        Path programs = Files.createDirectory(programs(directory));
        for (String name : host.names()) {
            Path file = Files.writeString(programs.resolve(name), script);
            if (!file.toFile().setExecutable(true, true)) {
                throw new IOException(file + " cannot be made executable");
            }
        }
    }

    private static Path program(SandboxInputs inputs, String name) throws HostException {
        return inputs.helpers()
                .find(name)
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.UNAVAILABLE,
                                "Host commands need %s on the PATH. Install it.".formatted(name)));
    }

    private static Path programs(Path directory) {
        return directory.resolve("bin");
    }

    /// The directory of scripts and pipes; commands must see it and need not change it.
    public Path directory() {
        return scratch.path();
    }

    /// Puts host commands first on a PATH.
    public String onPath(String path) {
        return programs(scratch.path()) + ":" + path;
    }

    private void serve() {
        var line = new StringBuilder();
        byte[] buffer = new byte[CHUNK];
        try {
            while (!closed) {
                Descriptors.poll(IDLE, requests);
                int got = Descriptors.read(requests, buffer, 0, CHUNK);
                if (got > 0) {
                    take(Arrays.copyOf(buffer, got), line);
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

    private void begin(Path directory) {
        var call = new HostCall(ssh, directory, () -> closed);
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
        server.interrupt();
        Descriptors.write(requests, new byte[] {'\n'});
        try {
            server.join(CLOSE_TIMEOUT);
            for (Thread call : Set.copyOf(calls)) {
                call.join(CLOSE_TIMEOUT);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Descriptors.close(requests);
        scratch.close();
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
