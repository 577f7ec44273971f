package dev.deft.bench.terminal;

import dev.deft.bench.process.ProcessStat;
import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.PseudoTerminal;
import dev.deft.kernel.Spawn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A program at a pseudo-terminal, with a note of when it printed what. It answers the questions
/// that programs ask terminals, since some wait for the answers.
public final class ProgramTerminal implements AutoCloseable {

    private static final int ROWS = 40;
    private static final int COLUMNS = 120;
    private static final int CHUNK = 64 * 1024;
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration GLANCE = Duration.ofMillis(100);

    private final TerminalProgram program;
    private final PseudoTerminal terminal;
    private final TerminalReplies replies;
    private final long started;
    private final int pid;
    private final Thread reader;

    /// What was printed since the last mark, one character for each byte.
    private final StringBuilder printed = new StringBuilder();

    private long printedAt;
    private volatile boolean open = true;

    private ProgramTerminal(TerminalProgram program, PseudoTerminal terminal) throws IOException {
        this.program = program;
        this.terminal = terminal;
        this.replies = new TerminalReplies(ROWS, COLUMNS);
        int slave = terminal.slave();
        Path tty = Files.readSymbolicLink(Path.of("/proc/self/fd/" + slave));
        // A session leader that opens a terminal gets it as its own.
        List<String> words =
                new ArrayList<>(
                        List.of("/bin/sh", "-c", "exec \"$@\" <>" + tty + " >&0 2>&0", "sh"));
        words.addAll(program.words());
        this.started = System.nanoTime();
        this.pid =
                new Spawn(
                                words,
                                program.environment(),
                                Optional.of(program.directory()),
                                List.of(slave, slave, slave))
                        .start();
        terminal.closeSlave();
        this.reader = Thread.ofPlatform().daemon().name("terminal").start(this::read);
    }

    public static ProgramTerminal start(TerminalProgram program) throws IOException {
        return new ProgramTerminal(program, PseudoTerminal.open(ROWS, COLUMNS));
    }

    private void read() {
        byte[] buffer = new byte[CHUNK];
        while (open) {
            int events = Descriptors.poll(GLANCE, terminal.master())[0];
            int got = terminal.read(buffer);
            if (got > 0) {
                took(new String(buffer, 0, got, StandardCharsets.ISO_8859_1));
            } else if ((events & Descriptors.HUNG_UP) != 0) {
                return;
            }
        }
    }

    private void took(String bytes) {
        long now = System.nanoTime();
        String answers = replies.to(bytes);
        if (!answers.isEmpty()) {
            terminal.write(answers.getBytes(StandardCharsets.ISO_8859_1));
        }
        synchronized (printed) {
            printed.append(bytes);
            printedAt = now;
            printed.notifyAll();
        }
    }

    int pid() {
        return pid;
    }

    /// Milliseconds from the start until it shows its prompt.
    public double millisToPrompt() throws IOException, InterruptedException {
        return (await(program.prompt()) - started) / 1e6;
    }

    /// Milliseconds from the start until now.
    public double millisSinceStart() {
        return (System.nanoTime() - started) / 1e6;
    }

    /// Waits until something was printed after the last mark.
    ///
    /// @return when, by [System#nanoTime]
    long await(String text) throws IOException, InterruptedException {
        String wanted =
                new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        long deadline = System.nanoTime() + LONGEST.toNanos();
        synchronized (printed) {
            while (printed.indexOf(wanted) < 0) {
                if (System.nanoTime() > deadline || !reader.isAlive()) {
                    throw new IOException(
                            "%s did not show \"%s\" but: %s"
                                    .formatted(program.name(), text, tail()));
                }
                printed.wait(100);
            }
            return printedAt;
        }
    }

    private String tail() {
        String all =
                new String(
                        printed.toString().getBytes(StandardCharsets.ISO_8859_1),
                        StandardCharsets.UTF_8);
        return all.substring(Math.max(0, all.length() - 2_000)).replace('\u001b', '␛');
    }

    /// Forgets what was printed so far.
    void mark() {
        synchronized (printed) {
            printed.setLength(0);
        }
    }

    void type(String text) {
        terminal.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Milliseconds from a key until the program shows it.
    ///
    /// @param key nowhere on the screen before
    public double millisToEcho(String key) throws IOException, InterruptedException {
        mark();
        long typed = System.nanoTime();
        type(key);
        return (await(key) - typed) / 1e6;
    }

    /// The processor time that the program itself used so far, without that of its commands.
    Duration cpu() throws IOException {
        return ProcessStat.of(pid).cpu();
    }

    /// Resident memory now, in megabytes.
    double megabytes() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            String line =
                    lines.filter(it -> it.startsWith("VmRSS:"))
                            .findFirst()
                            .orElseThrow(() -> new IOException(program.name() + " has ended"));
            return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
    }

    @Override
    public void close() {
        ProcessHandle.of(pid)
                .ifPresent(it -> it.descendants().forEach(ProcessHandle::destroyForcibly));
        ChildProcesses.signal(pid, ChildProcesses.SIGKILL);
        open = false;
        terminal.close();
        try {
            reader.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
