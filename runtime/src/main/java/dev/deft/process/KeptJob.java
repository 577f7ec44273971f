package dev.deft.process;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// A command after whose end something has to be put right before anybody hears of it.
final class KeptJob implements Job {

    private final Job job;
    private final Supplier<Optional<String>> afterwards;
    private Optional<Exit> settled = Optional.empty();

    /// Watches over a command.
    ///
    /// @param afterwards puts things right, once, and may add a remark
    KeptJob(Job job, Supplier<Optional<String>> afterwards) {
        this.job = job;
        this.afterwards = afterwards;
    }

    private synchronized Exit settled(Exit exit) {
        if (settled.isEmpty()) {
            settled = Optional.of(exit.remarked(afterwards.get()));
        }
        return settled.get();
    }

    @Override
    public Optional<Exit> await(Duration patience) throws InterruptedException {
        return job.await(patience).map(this::settled);
    }

    @Override
    public Optional<Exit> exit() {
        return job.exit().map(this::settled);
    }

    @Override
    public void signal(Signal signal) {
        job.signal(signal);
    }

    @Override
    public void terminate() {
        job.terminate();
    }

    @Override
    public void input(byte[] bytes) throws IOException {
        job.input(bytes);
    }
}
