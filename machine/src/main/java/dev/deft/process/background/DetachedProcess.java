package dev.deft.process.background;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Fifo;
import dev.deft.output.PlainText;
import dev.deft.process.background.DetachedFiles.Note;
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
public record DetachedProcess(String id, DetachedFiles files, Note note)
        implements BackgroundProcess {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
    private static final String ENDED = "ended ";

    /// How much of the output is read at most.
    private static final int KEPT_BYTES = 200 * 1024;

    private static final Duration UNTIL_DEAD = Duration.ofSeconds(5);

    @Override
    public String command() {
        return note.command();
    }

    @Override
    public String sandbox() {
        return note.sandbox();
    }

    @Override
    public OptionalInt exitCode() {
        return end().map(it -> OptionalInt.of(it.code())).orElse(OptionalInt.empty());
    }

    @Override
    public Optional<String> signal() {
        return end().flatMap(JobExit.End::signal).map(Signal::name);
    }

    @Override
    public Optional<String> lifetime() {
        if (end().isEmpty()) {
            return Optional.of("it outlives the session");
        }
        if (told().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                note.ofThisWorld()
                        ? "it was killed from outside, so its exit code is unknown"
                        : "it was started before the last reboot or in another container, so its exit code is unknown");
    }

    /// How it ended. Reads the state again after the process is gone, since it may have written it
    /// in between.
    private Optional<JobExit.End> end() {
        Optional<JobExit.End> told = told();
        if (told.isPresent()) {
            return told;
        }
        if (note.ofThisWorld() && note.first().lives()) {
            return Optional.empty();
        }
        return Optional.of(told().orElseGet(this::ended));
    }

    /// Its first process was killed, so nothing else kills its descendants.
    private JobExit.End ended() {
        members().forEach(it -> it.signal(ChildProcesses.SIGKILL));
        return JobExit.End.KILLED;
    }

    private Optional<JobExit.End> told() {
        String said = files.said();
        int from = said.lastIndexOf(ENDED);
        if (from < 0 || !said.endsWith("\n")) {
            return Optional.empty();
        }
        return Optional.of(
                JobExit.End.ofShell(
                        Integer.parseInt(said.substring(from + ENDED.length()).strip())));
    }

    @Override
    public synchronized String output(int bytes) {
        try {
            long from = Math.max(0, Files.size(files.output()) - KEPT_BYTES);
            byte[] printed = files.printed(from);
            files.tell(from + printed.length);
            return ElidedText.last(PlainText.of(printed), bytes);
        } catch (IOException e) {
            return unreadable(e);
        }
    }

    @Override
    public synchronized String newOutput(int bytes) {
        try {
            long size = Files.size(files.output());
            long before = Math.min(size, files.toldBefore());
            long from = Math.max(before, size - KEPT_BYTES);
            byte[] fresh = files.printed(from);
            files.tell(from + fresh.length);
            String text = PlainText.of(fresh);
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
        int end = Fifo.readyEnd(files.input());
        try {
            StandardInput.requireRoom(end, bytes.length);
            Descriptors.write(end, bytes);
        } finally {
            Descriptors.close(end);
        }
    }

    @Override
    public void awaitNewOutput(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        while (running() && !hasNews() && System.nanoTime() < end) {
            Thread.sleep(LOOK_AGAIN);
        }
    }

    private boolean hasNews() {
        try {
            return Files.size(files.output()) > files.toldBefore();
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
        if (!note.ofThisWorld()) {
            return Set.of();
        }
        Set<ProcessIdentity> all = new LinkedHashSet<>(ProcessTable.below(note.first()));
        if (!note.mark().isEmpty()) {
            ProcessTable.all().stream().filter(it -> carries(it.process())).forEach(all::add);
        }
        all.remove(note.first());
        return all;
    }

    private boolean carries(int process) {
        return (note.brand() != 0 && ProcessTable.brand(process) == note.brand())
                || ProcessTable.carries(process, note.mark() + "\0");
    }

    /// Kills all processes and waits for their end.
    void kill() {
        long from = System.nanoTime();
        while (running() && System.nanoTime() - from < 2 * UNTIL_DEAD.toNanos()) {
            Set<ProcessIdentity> all = new LinkedHashSet<>();
            while (all.addAll(members())) {
                all.forEach(it -> it.signal(ChildProcesses.SIGSTOP));
            }
            if (System.nanoTime() - from > UNTIL_DEAD.toNanos()) {
                all.add(note.first());
            }
            all.forEach(it -> it.signal(ChildProcesses.SIGKILL));
            LockSupport.parkNanos(1_000_000);
        }
    }
}
