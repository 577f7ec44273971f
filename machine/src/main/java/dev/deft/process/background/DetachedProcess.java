package dev.deft.process.background;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Fifo;
import dev.deft.output.PlainText;
import dev.deft.process.background.DetachedFiles.ProcessInfo;
import dev.deft.process.job.JobExit;
import dev.deft.process.job.StandardInput;
import dev.deft.process.output.BackgroundOutput;
import dev.deft.process.output.ElidedText;
import dev.deft.process.tree.ProcessIdentity;
import dev.deft.process.tree.ProcessTable;
import dev.deft.process.tree.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// A background process that outlives its session. All its state is in files, so any session can
/// manage it.
public record DetachedProcess(String id, DetachedFiles files, ProcessInfo info)
        implements BackgroundProcess {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);
    private static final String ENDED = "ended ";

    /// How much of the output is read at most.
    private static final int KEPT_BYTES = 200 * 1024;

    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

    @Override
    public String command() {
        return info.command();
    }

    @Override
    public String sandbox() {
        return info.sandbox();
    }

    @Override
    public OptionalInt exitCode() {
        return exit().map(it -> OptionalInt.of(it.code())).orElse(OptionalInt.empty());
    }

    @Override
    public Optional<String> signal() {
        return exit().flatMap(JobExit.ProcessExit::signal).map(Signal::name);
    }

    @Override
    public Optional<String> lifetime() {
        if (exit().isEmpty()) {
            return Optional.of("it outlives the session");
        }
        if (recordedExit().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                info.isCurrent()
                        ? "it was killed from outside, so its exit code is unknown"
                        : "it was started before the last reboot or in another container, so its exit code is unknown");
    }

    /// How it ended. Reads the state again after the process is gone, since it may have written it
    /// in between.
    private Optional<JobExit.ProcessExit> exit() {
        Optional<JobExit.ProcessExit> recorded = recordedExit();
        if (recorded.isPresent()) {
            return recorded;
        }
        if (info.isCurrent() && info.first().isAlive()) {
            return Optional.empty();
        }
        return Optional.of(recordedExit().orElseGet(this::killRest));
    }

    /// Its first process was killed, so nothing else kills its descendants.
    private JobExit.ProcessExit killRest() {
        members().forEach(it -> it.signal(ChildProcesses.SIGKILL));
        return JobExit.ProcessExit.KILLED;
    }

    private Optional<JobExit.ProcessExit> recordedExit() {
        String text = files.stateText();
        int from = text.lastIndexOf(ENDED);
        if (from < 0 || !text.endsWith("\n")) {
            return Optional.empty();
        }
        return Optional.of(
                JobExit.ProcessExit.ofShell(
                        Integer.parseInt(text.substring(from + ENDED.length()).strip())));
    }

    @Override
    public synchronized String output(int bytes) {
        try {
            long from = Math.max(0, Files.size(files.output()) - KEPT_BYTES);
            byte[] printed = files.outputFrom(from);
            files.saveShownBytes(from + printed.length);
            return ElidedText.last(PlainText.of(printed), bytes);
        } catch (IOException e) {
            return unreadable(e);
        }
    }

    @Override
    public synchronized String newOutput(int bytes) {
        try {
            long size = Files.size(files.output());
            long before = Math.min(size, files.shownBytes());
            long from = Math.max(before, size - KEPT_BYTES);
            byte[] added = files.outputFrom(from);
            files.saveShownBytes(from + added.length);
            String text = PlainText.of(added);
            String end = ElidedText.last(text, bytes);
            return from > before || end.length() < text.length()
                    ? BackgroundOutput.LEFT_OUT + end
                    : end;
        } catch (IOException e) {
            return unreadable(e);
        }
    }

    private static String unreadable(IOException e) {
        return "[cannot read its output: %s]\n".formatted(e.getMessage());
    }

    @Override
    public void input(String text) throws IOException {
        requireRunning("It has ended and reads no more input.");
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int end = Fifo.openWriterNow(files.input());
        try {
            StandardInput.requireRoom(end, bytes.length);
            Descriptors.write(end, bytes);
        } finally {
            Descriptors.close(end);
        }
    }

    @Override
    public void awaitNewOutput(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (running() && !hasNewOutput() && System.nanoTime() < end) {
            Thread.sleep(POLL_INTERVAL);
        }
    }

    private boolean hasNewOutput() {
        try {
            return Files.size(files.output()) > files.shownBytes();
        } catch (IOException _) {
            return true;
        }
    }

    /// Its input stays open for later sessions.
    @Override
    public void closeInput() throws IOException {
        requireRunning("It has ended and reads no more input.");
        throw new HostException(
                ErrorCode.UNAVAILABLE,
                "The input of a detached process cannot be closed. Send it a signal instead.");
    }

    @Override
    public boolean onTerminal() {
        return false;
    }

    @Override
    public void send(String name) throws IOException {
        Signal signal = Signal.named(name);
        requireRunning(id + " has already ended.");
        members().forEach(it -> it.signal(signal.number()));
    }

    private void requireRunning(String otherwise) throws HostException {
        if (!running()) {
            throw new HostException(ErrorCode.CONFLICT, otherwise);
        }
    }

    /// All processes but the first, which records the exit: its descendants, and every process with
    /// its tag or tag variable.
    private Set<ProcessIdentity> members() {
        if (!info.isCurrent()) {
            return Set.of();
        }
        Set<ProcessIdentity> all = new LinkedHashSet<>(ProcessTable.descendants(info.first()));
        if (!info.mark().isEmpty()) {
            ProcessTable.all().stream().filter(it -> isTagged(it.pid())).forEach(all::add);
        }
        all.remove(info.first());
        return all;
    }

    private boolean isTagged(int process) {
        return (info.tag() != 0 && ProcessTable.tag(process) == info.tag())
                || ProcessTable.hasVariable(process, info.mark() + "\0");
    }

    /// Kills all processes and waits for their end.
    void kill() {
        long from = System.nanoTime();
        while (running() && System.nanoTime() - from < 2 * KILL_TIMEOUT.toNanos()) {
            Set<ProcessIdentity> all = new LinkedHashSet<>();
            while (all.addAll(members())) {
                all.forEach(it -> it.signal(ChildProcesses.SIGSTOP));
            }
            if (System.nanoTime() - from > KILL_TIMEOUT.toNanos()) {
                all.add(info.first());
            }
            all.forEach(it -> it.signal(ChildProcesses.SIGKILL));
            LockSupport.parkNanos(1_000_000);
        }
    }
}
