package dev.deft.state;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// File work that no interrupt cuts short.
///
/// A channel is closed for good when the thread that works on it is interrupted, and every call
/// that is aborted is a thread that is interrupted. So the work is done by a thread nobody knows.
public final class Uninterrupted {

    /// What is to be done.
    public interface Work<T> {
        T run() throws IOException;
    }

    private Uninterrupted() {}

    /// Does the work and waits for it. An interrupt in the meantime is still there afterwards.
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
