package dev.deft.search.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/// The threads of a search and their reused workers. The calling thread always works too.
public final class WorkerPool implements AutoCloseable {

    private static final int MOST_HELPERS = 7;

    private final Supplier<Disk> disks;
    private final ConcurrentLinkedDeque<Worker> idle = new ConcurrentLinkedDeque<>();
    private final ThreadPoolExecutor helpers;
    private final int helperCount;

    /// What every thread runs at the same time.
    @FunctionalInterface
    public interface Job {
        void run(Worker worker) throws InterruptedException;
    }

    public WorkerPool(Supplier<Disk> disks) {
        this.disks = disks;
        this.helperCount =
                Math.min(MOST_HELPERS, Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
        this.helpers =
                new ThreadPoolExecutor(
                        helperCount,
                        helperCount,
                        5,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        WorkerPool::helper);
        helpers.allowCoreThreadTimeOut(true);
    }

    /// Not made by a builder with numbered names: its counter takes a cold process milliseconds.
    private static Thread helper(Runnable work) {
        return Thread.ofPlatform().daemon().name("search-helper").unstarted(work);
    }

    public Worker acquire() {
        Worker known = idle.poll();
        return known == null ? new Worker(disks.get()) : known;
    }

    public void release(Worker worker) {
        worker.shrink();
        if (helpers.isShutdown()) {
            worker.close();
        } else {
            idle.push(worker);
        }
    }

    /// Runs `job` on the calling thread, with `own`, and on every free helper thread; returns when
    /// all are done.
    public void run(Worker own, Budget budget, Job job) throws InterruptedException {
        List<Helper> others = new ArrayList<>();
        for (int i = 0; i < helperCount; i++) {
            var helper = new Helper(budget, job);
            others.add(helper);
            helpers.execute(helper);
        }
        boolean done = false;
        try {
            job.run(own);
            done = true;
        } finally {
            if (!done) {
                budget.stop();
            }
            others.forEach(Helper::await);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /// One more thread for a job, unless the job ends before the thread is free.
    private final class Helper implements Runnable {

        private final Budget budget;
        private final Job job;
        private final AtomicBoolean taken = new AtomicBoolean();
        private final FutureTask<Boolean> work = new FutureTask<>(this::help);

        Helper(Budget budget, Job job) {
            this.budget = budget;
            this.job = job;
        }

        @Override
        public void run() {
            if (taken.compareAndSet(false, true)) {
                work.run();
            }
        }

        private boolean help() throws InterruptedException {
            Worker worker = acquire();
            boolean done = false;
            try {
                job.run(worker);
                done = true;
            } finally {
                if (!done) {
                    budget.stop();
                }
                release(worker);
            }
            return done;
        }

        /// Keeps waiting while interrupted: a stopped helper ends after its current file.
        void await() {
            if (taken.compareAndSet(false, true)) {
                return;
            }
            boolean interrupted = false;
            while (!work.isDone()) {
                try {
                    work.get();
                } catch (InterruptedException _) {
                    interrupted = true;
                    budget.stop();
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof RuntimeException broken) {
                        throw broken;
                    }
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        helpers.shutdownNow();
        boolean interrupted = false;
        while (true) {
            try {
                if (helpers.awaitTermination(1, TimeUnit.MINUTES)) {
                    break;
                }
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        for (Worker worker = idle.poll(); worker != null; worker = idle.poll()) {
            worker.close();
        }
    }
}
