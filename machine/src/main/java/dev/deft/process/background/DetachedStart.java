package dev.deft.process.background;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Fifo;
import dev.deft.kernel.Spawn;
import dev.deft.output.PlainText;
import dev.deft.process.background.DetachedFiles.ProcessInfo;
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
/// @param variables the variables it is started with
/// @param descriptors additional descriptors for it
public record DetachedStart(
        DetachedFiles files,
        LaunchRequest request,
        Map<String, String> variables,
        List<Integer> descriptors) {

    /// The number of the first additional descriptor.
    public static final int FIRST_DESCRIPTOR = 8;

    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    public DetachedStart {
        variables = Map.copyOf(variables);
        descriptors = List.copyOf(descriptors);
    }

    /// The tags of its processes, and the tier of their sandbox.
    public record Tags(String sandbox, String assignment, ProcessTag tag) {}

    /// Starts the process.
    ///
    /// @param words the program and its arguments
    /// @param provide prepares the process before it gets its launch request
    public ProcessInfo run(List<String> words, Tags tags, Spawner spawner, IntConsumer provide)
            throws IOException, InterruptedException {
        Descriptors.Pipe control = Descriptors.blockingPipe();
        try {
            int process = spawn(words, control.readEnd(), spawner);
            awaitReady(process);
            provide.accept(process);
            ProcessIdentity first = first(process, tags);
            var info =
                    new ProcessInfo(
                            request.script(),
                            tags.sandbox(),
                            ProcessInfo.currentWorld(),
                            first.pid(),
                            first.started(),
                            tags.assignment(),
                            tags.tag().number().orElse(0));
            files.write(info);
            Descriptors.write(control.writeEnd(), request.encode(variables));
            return info;
        } finally {
            Descriptors.close(control.writeEnd());
        }
    }

    /// In a namespace of its own, the first process is a child of the one we started.
    private static ProcessIdentity first(int process, Tags tags) throws IOException {
        ChildProcesses.disown(process);
        Optional<ProcessIdentity> started = ProcessIdentity.of(process);
        Optional<ProcessIdentity> first =
                tags.assignment().isEmpty()
                        ? started.flatMap(it -> ProcessTable.children(it).stream().findFirst())
                        : started;
        return first.orElseThrow(() ->
                new HostException(
                        ErrorCode.UNAVAILABLE, "The command ended before it could be started."));
    }

    private int spawn(List<String> words, int control, Spawner spawner)
            throws IOException, InterruptedException {
        List<Integer> open = new ArrayList<>(List.of(control));
        try {
            int devNull = track(open, Descriptors.openDevNull());
            int state = track(open, Descriptors.openForAppending(files.state()));
            int input = track(open, Fifo.openForChild(files.input()));
            int output = track(open, Descriptors.openForAppending(files.output()));
            List<Integer> childDescriptors =
                    new ArrayList<>(
                            List.of(
                                    devNull, devNull, output, control, state, input, output,
                                    output));
            childDescriptors.addAll(descriptors);
            return spawner.start(new Spawn(words, variables, Optional.empty(), childDescriptors));
        } finally {
            open.forEach(Descriptors::close);
        }
    }

    private static int track(List<Integer> open, int descriptor) {
        open.add(descriptor);
        return descriptor;
    }

    private void awaitReady(int process) throws IOException {
        long from = System.nanoTime();
        while (files.stateText().isEmpty()) {
            boolean dead = ProcessIdentity.of(process).filter(ProcessIdentity::isAlive).isEmpty();
            if (dead || System.nanoTime() - from > START_TIMEOUT.toNanos()) {
                ChildProcesses.signal(process, ChildProcesses.SIGKILL);
                ChildProcesses.await(process);
                throw new HostException(
                        ErrorCode.UNAVAILABLE,
                        "The command could not be started: " + PlainText.of(files.outputFrom(0)));
            }
            LockSupport.parkNanos(500_000);
        }
    }
}
