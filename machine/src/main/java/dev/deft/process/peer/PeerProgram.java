package dev.deft.process.peer;

import dev.deft.kernel.ChildProcesses;
import dev.deft.process.job.RunnerScripts;
import dev.deft.process.tree.ProcessTree;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// A running program that is talked to over its standard streams, in a session and process group of
/// its own.
///
/// It ends with [#close], and also when this process ends in any way: then a small process kills
/// what it left behind.
public final class PeerProgram implements Closeable {

    /// How long a program may take to end after its input was closed, and again after it was asked
    /// to terminate.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final String GUARD =
            RunnerScripts.KILL_TAGGED
                    + """
                    read -r now || sleep 1
                    kill_tagged "$1" 0 0
                    """;

    private static final List<String> PLACES = List.of("/usr/bin", "/bin", "/usr/local/bin");

    private final Process process;
    private final Optional<Process> guard;
    private final ErrorLines errors;
    private final Thread errorReader;
    private final OutputStream input;
    private final AtomicBoolean closed = new AtomicBoolean();

    private PeerProgram(
            Process process, Optional<Process> guard, ErrorLines errors, Thread errorReader) {
        this.process = process;
        this.guard = guard;
        this.errors = errors;
        this.errorReader = errorReader;
        this.input = new PatientOutput(process.getOutputStream());
    }

    /// Starts a program.
    ///
    /// @param command the program and its arguments
    /// @param environment its whole environment
    /// @param log keeps the end of what it prints on standard error
    /// @throws IOException if it cannot be started
    public static PeerProgram start(
            List<String> command, Path directory, Map<String, String> environment, Path log)
            throws IOException {
        String id = "peer-" + UUID.randomUUID();
        List<String> words = new ArrayList<>();
        find("setsid").ifPresent(it -> words.add(it.toString()));
        words.addAll(command);
        Map<String, String> variables = new HashMap<>(environment);
        variables.put(ProcessTree.TAG_VARIABLE, id);
        var errors = new ErrorLines(log);
        Process process = started(words, directory, variables);
        Thread reader =
                Thread.ofVirtual()
                        .name("peer-errors")
                        .start(() -> errors.readAll(process.getErrorStream()));
        return new PeerProgram(process, guard(id), errors, reader);
    }

    private static Process started(
            List<String> words, Path directory, Map<String, String> variables) throws IOException {
        var builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(variables);
        return builder.start();
    }

    /// Without `bash`, a program that ignores the end of its input outlives a killed Deft.
    private static Optional<Process> guard(String id) throws IOException {
        Optional<Path> bash = find("bash");
        if (bash.isEmpty()) {
            return Optional.empty();
        }
        List<String> words = new ArrayList<>();
        find("setsid").ifPresent(it -> words.add(it.toString()));
        words.addAll(
                List.of(
                        bash.get().toString(),
                        "--noprofile",
                        "--norc",
                        "-c",
                        GUARD,
                        "peer-guard",
                        ProcessTree.TAG_VARIABLE + "=" + id));
        var builder =
                new ProcessBuilder(words)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().put("PATH", String.join(":", PLACES));
        return Optional.of(builder.start());
    }

    private static Optional<Path> find(String name) {
        return PLACES.stream().map(it -> Path.of(it, name)).filter(Files::isExecutable).findFirst();
    }

    /// What it prints.
    public InputStream output() {
        return process.getInputStream();
    }

    /// What it reads. Writing never blocks: what the program does not read is kept up to a limit,
    /// and beyond it writing fails.
    public OutputStream input() {
        return input;
    }

    /// The last lines it printed on standard error.
    public String lastErrors() {
        return errors.last();
    }

    /// The file with the end of what it printed on standard error.
    public Path log() {
        return errors.file();
    }

    /// Its exit code, if it has ended.
    public Optional<Integer> exitCode() {
        return process.isAlive() ? Optional.empty() : Optional.of(process.exitValue());
    }

    public long pid() {
        return process.pid();
    }

    /// Ends it with everything it started: its input is closed, then it is asked to terminate, then
    /// it is killed.
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        // An interrupt must not turn a gentle end into a hard one.
        boolean interrupted = Thread.interrupted();
        try {
            end();
            killAll();
            guard.ifPresent(PeerProgram::finish);
            errorReader.join(LONGEST_WAIT);
        } catch (InterruptedException _) {
            interrupted = true;
        } finally {
            killAll();
            guard.ifPresent(PeerProgram::finish);
            process.destroyForcibly();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Lets the guard kill what left the group of the program, wherever it is now.
    private static void finish(Process guard) {
        try (OutputStream in = guard.getOutputStream()) {
            in.write('\n');
        } catch (IOException _) {
            // It is gone, and has done its work.
        }
    }

    private void end() throws InterruptedException {
        try {
            input.close();
        } catch (IOException _) {
            // It is gone, or does not read any more.
        }
        if (!ended()) {
            ChildProcesses.signal(-group(), ChildProcesses.SIGTERM);
            process.toHandle().destroy();
            ended();
        }
    }

    private boolean ended() throws InterruptedException {
        return process.waitFor(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private int group() {
        return (int) process.pid();
    }

    /// What it started may live on in its group after it has ended itself. Its streams stay open,
    /// which [Process#destroyForcibly] would close: its last errors may not be read yet.
    private void killAll() {
        List<ProcessHandle> started = process.descendants().toList();
        ChildProcesses.signal(-group(), ChildProcesses.SIGKILL);
        started.forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
    }
}
