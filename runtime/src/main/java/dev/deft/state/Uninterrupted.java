package dev.deft.state;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Runs file operations that interrupts must not affect.
///
/// An interrupt closes the channel its thread works on, and cancelled calls are interrupted. So the
/// operation runs on a thread of its own.
public final class Uninterrupted {

    /// A file operation.
    public interface Work<T> {
        T run() throws IOException;
    }

    private Uninterrupted() {}

    /// Runs an operation and waits for it. If the thread was interrupted, it stays interrupted.
    public static <T> T call(Work<T> work) throws IOException {
        var task = new FutureTask<T>(work::run);
        Thread.ofVirtual().start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException problem) {
                throw problem;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
