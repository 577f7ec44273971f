package dev.deft.app.cli.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Interrupts a thread when the process is terminated, such as by Ctrl-C, and waits until it has
/// finished.
public final class Interrupt implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 15;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook;

    private Interrupt(Thread worker) {
        this.hook = new Thread(() -> end(worker), "interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public static Interrupt ofThisThread() {
        return new Interrupt(Thread.currentThread());
    }

    private void end(Thread worker) {
        worker.interrupt();
        try {
            if (!over.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("deft: the run does not end; it is left as it is");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The process is terminating, so the hook is running.
            return;
        }
    }
}
