package dev.deft.hostcommand;

import dev.deft.kernel.ChildProcesses;
import dev.deft.kernel.Descriptors;
import dev.deft.kernel.Spawn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Runs one host command, from its request to its exit code.
///
/// It runs on one platform thread, because the kernel ends `ssh` with the thread that started it,
/// where that is supported.
///
/// @param sessionEnded whether the session has ended
record HostCall(SshCommand ssh, Path directory, BooleanSupplier sessionEnded) {

    /// The exit code of `ssh` for its own errors.
    private static final int SSH_ERROR = 255;

    private static final int NOT_FOUND = 127;
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration TERM_TIMEOUT = Duration.ofSeconds(2);

    void run() throws IOException {
        try (CallPipes pipes = CallPipes.in(directory)) {
            answer(pipes);
        }
    }

    private void answer(CallPipes pipes) throws IOException {
        List<String> words;
        try {
            Optional<List<String>> request = readRequest(pipes.call());
            if (request.isEmpty()) {
                return;
            }
            words = request.get();
        } catch (IOException e) {
            refuse(pipes, "host command", String.valueOf(e.getMessage()), SSH_ERROR);
            return;
        }
        if (!ssh.host().names().contains(words.getFirst())) {
            refuse(pipes, words.getFirst(), "is not a host command here", NOT_FOUND);
            return;
        }
        runSsh(pipes, words);
    }

    /// The command to run; empty if the caller is gone.
    private Optional<List<String>> readRequest(int call) throws IOException {
        var request = new HostCommandRequest();
        long from = System.nanoTime();
        while (!sessionEnded.getAsBoolean()
                && System.nanoTime() - from < REQUEST_TIMEOUT.toNanos()) {
            int happened = Descriptors.poll(TICK, call)[0];
            if ((happened & Descriptors.READABLE) != 0) {
                request.read(call);
                Optional<List<String>> words = request.words();
                if (words.isPresent()) {
                    return words;
                }
            } else if (happened != 0) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static void refuse(CallPipes pipes, String name, String why, int code)
            throws IOException {
        pipes.take();
        pipes.printError(name, why);
        pipes.report(code);
    }

    private void runSsh(CallPipes pipes, List<String> words) throws IOException {
        List<Integer> streams = pipes.take();
        int child;
        try {
            var spawn =
                    new Spawn(
                            ssh.commandLine(words),
                            ssh.variables(),
                            Optional.of(Path.of("/")),
                            streams);
            child = spawn.start();
        } catch (IOException e) {
            pipes.printError(words.getFirst(), String.valueOf(e.getMessage()));
            pipes.report(SSH_ERROR);
            return;
        }
        pipes.closeStreams();
        pipes.report(awaitExit(child, pipes.call()));
    }

    /// Waits for `ssh`, and ends it if the caller is gone.
    private int awaitExit(int child, int call) throws IOException {
        int end = ChildProcesses.openPidfd(child);
        try {
            while (true) {
                int[] happened = Descriptors.poll(TICK, end, call);
                Optional<ChildProcesses.ExitStatus> ended =
                        happened[0] == 0 ? Optional.empty() : ChildProcesses.reap(child);
                if (ended.isPresent()) {
                    return ended.get().code();
                }
                if (happened[1] != 0 || sessionEnded.getAsBoolean()) {
                    return terminate(child, end);
                }
            }
        } finally {
            Descriptors.close(end);
        }
    }

    private static int terminate(int child, int end) {
        ChildProcesses.signal(child, ChildProcesses.SIGTERM);
        if (Descriptors.poll(TERM_TIMEOUT, end)[0] == 0) {
            ChildProcesses.signal(child, ChildProcesses.SIGKILL);
        }
        ChildProcesses.await(child);
        return SSH_ERROR;
    }
}
