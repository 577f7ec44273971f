package dev.deft.lsp;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.process.job.Job;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// The messages to a program, written by a thread of their own: a program that does not read must
/// not block anybody else.
final class JobInput {

    private static final int MOST_WAITING = 1_000;
    private static final int CHUNK = 4 * 1024;
    private static final long PAUSE_NANOS = 2_000_000;
    private static final Duration MOST_STALLED = Duration.ofSeconds(20);

    private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final Job job;
    private final Consumer<String> broken;
    private final Thread thread;

    /// @param broken gets the reason when nothing more can be written
    JobInput(Job job, Consumer<String> broken) {
        this.job = job;
        this.broken = broken;
        this.thread = Thread.ofVirtual().name("input of a language server").start(this::run);
    }

    /// Queues a message.
    ///
    /// @throws IOException if too many are waiting
    void send(byte[] message) throws IOException {
        if (!waiting.offer(message)) {
            throw new IOException("it does not read its input");
        }
    }

    private void run() {
        try {
            while (true) {
                write(waiting.take());
            }
        } catch (IOException e) {
            broken.accept(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(byte[] message) throws IOException, InterruptedException {
        long progress = System.nanoTime();
        int done = 0;
        while (done < message.length) {
            int end = Math.min(message.length, done + CHUNK);
            if (tryWrite(Arrays.copyOfRange(message, done, end))) {
                done = end;
                progress = System.nanoTime();
            } else if (System.nanoTime() - progress > MOST_STALLED.toNanos()) {
                throw new IOException("it does not read its input");
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /// Whether there was room for all of it.
    private boolean tryWrite(byte[] part) throws IOException {
        try {
            job.input(part);
            return true;
        } catch (HostException e) {
            if (e.code() == ErrorCode.LIMIT_REACHED) {
                return false;
            }
            throw e;
        }
    }

    void close() {
        thread.interrupt();
    }
}
