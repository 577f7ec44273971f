package dev.deft.process.background;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Fifo;
import dev.deft.kernel.Spawn;
import dev.deft.output.PlainText;
import dev.deft.process.background.DetachedFiles.Note;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.job.Spawner;
import dev.deft.process.tree.ProcessIdentity;
import dev.deft.process.tree.ProcessTable;
import dev.deft.process.tree.ProcessTag;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/// Starts a detached process.
///
/// The process gets its launch request only after its files are complete, so if we are killed
/// before that, no command has started.
///
/// @param known the variables it is started with
/// @param further additional descriptors for it
public record DetachedStart(
        DetachedFiles files,
        LaunchRequest order,
        Map<String, String> known,
        List<Integer> further) {

    /// The number of the first additional descriptor.
    public static final int FURTHER = 8;

    private static final Duration TO_GET_READY = Duration.ofSeconds(20);

    public DetachedStart {
        known = Map.copyOf(known);
        further = List.copyOf(further);
    }

    /// The tags of its processes, and the tier of their sandbox.
    public record Signs(String sandbox, String mark, ProcessTag brand) {}

    /// @param words the program and its arguments
    /// @param provide prepares the process before it gets its launch request
    public Note run(List<String> words, Signs signs, Spawner spawner, IntConsumer provide)
            throws IOException, InterruptedException {
        Descriptors.Pipe control = Descriptors.blockingPipe();
        try {
            int process = started(words, control.readEnd(), spawner);
            awaitReady(process);
            provide.accept(process);
            ProcessIdentity first = first(process, signs);
            var note =
                    new Note(
                            order.script(),
                            signs.sandbox(),
                            Note.thisWorld(),
                            first.process(),
                            first.started(),
                            signs.mark(),
                            signs.brand().number().orElse(0));
            files.write(note);
            Descriptors.write(control.writeEnd(), order.spelled(known));
            return note;
        } finally {
            Descriptors.close(control.writeEnd());
        }
    }

    /// In a namespace of its own, the first process is a child of the one we started.
    private static ProcessIdentity first(int process, Signs signs) throws IOException {
        ChildProcesses.disown(process);
        Optional<ProcessIdentity> ours = ProcessIdentity.of(process);
        Optional<ProcessIdentity> first =
                signs.mark().isEmpty()
                        ? ours.flatMap(it -> ProcessTable.children(it).stream().findFirst())
                        : ours;
        return first.orElseThrow(() ->
                new HostException(
                        ErrorCode.UNAVAILABLE, "The command ended before it could be started."));
    }

    private int started(List<String> words, int control, Spawner spawner)
            throws IOException, InterruptedException {
        List<Integer> open = new ArrayList<>(List.of(control));
        try {
            int nothing = added(open, Descriptors.nothing());
            int state = added(open, Descriptors.end(files.state()));
            int typed = added(open, Fifo.standing(files.input()));
            int output = added(open, Descriptors.end(files.output()));
            List<Integer> inside =
                    new ArrayList<>(
                            List.of(
                                    nothing, nothing, output, control, state, typed, output,
                                    output));
            inside.addAll(further);
            return spawner.start(new Spawn(words, known, Optional.empty(), inside));
        } finally {
            open.forEach(Descriptors::close);
        }
    }

    private static int added(List<Integer> open, int descriptor) {
        open.add(descriptor);
        return descriptor;
    }

    private void awaitReady(int process) throws IOException {
        long from = System.nanoTime();
        while (files.said().isEmpty()) {
            boolean dead = ProcessIdentity.of(process).filter(ProcessIdentity::lives).isEmpty();
            if (dead || System.nanoTime() - from > TO_GET_READY.toNanos()) {
                ChildProcesses.signal(process, ChildProcesses.SIGKILL);
                ChildProcesses.await(process);
                throw new HostException(
                        ErrorCode.UNAVAILABLE,
                        "The command could not be started: " + PlainText.of(files.printed(0)));
            }
            LockSupport.parkNanos(500_000);
        }
    }
}
