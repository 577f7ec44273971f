package dev.deft.process.background;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.process.job.Job;
import dev.deft.process.job.JobExit;
import dev.deft.process.output.BackgroundOutput;
import dev.deft.process.tree.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// A background command that ends with its session.
///
/// @param lifetime why it ends with the session although it should not
public record BackgroundJob(
        String id,
        String command,
        String sandbox,
        Job job,
        BackgroundOutput backgroundOutput,
        Optional<String> lifetime)
        implements BackgroundProcess {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);

    @Override
    public OptionalInt exitCode() {
        return job.exit().map(it -> OptionalInt.of(it.code())).orElse(OptionalInt.empty());
    }

    @Override
    public Optional<String> signal() {
        return job.exit().flatMap(JobExit::signal);
    }

    @Override
    public Optional<String> endNote() {
        return job.exit().flatMap(JobExit::remark);
    }

    @Override
    public String output(int bytes) {
        return backgroundOutput.last(bytes);
    }

    @Override
    public String newOutput(int bytes) {
        return backgroundOutput.newOutput(bytes);
    }

    @Override
    public void input(String text) throws IOException {
        job.input(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Polls for the end too: a process may end without printing anything.
    @Override
    public void awaitNewOutput(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        boolean done = false;
        while (!done && System.nanoTime() < end) {
            done = backgroundOutput.awaitNewOutput(POLL_INTERVAL) || job.exit().isPresent();
        }
    }

    @Override
    public void closeInput() throws IOException {
        job.endInput();
    }

    @Override
    public boolean onTerminal() {
        return job.onTerminal();
    }

    @Override
    public void send(String name) throws IOException {
        Signal signal = Signal.named(name);
        if (job.exit().isPresent()) {
            throw new HostException(ErrorCode.CONFLICT, id + " has already ended.");
        }
        job.signal(signal);
    }
}
