package dev.deft.search.index;

import dev.deft.kernel.Inotify;
import dev.deft.search.glob.Glob;
import dev.deft.search.glob.OuterRules;
import dev.deft.search.walk.Budget;
import dev.deft.search.walk.Folder;
import dev.deft.search.walk.NativeDisk;
import dev.deft.search.walk.RunningSearches;
import dev.deft.search.walk.Worker;
import dev.deft.search.walk.WorkerPool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Builds the index on its own thread and answers queries from it.
///
/// Without an index, while it is being built and when it is broken, the search walks the tree. The
/// builder makes way for searches.
public final class IndexUpdater implements AutoCloseable {

    private static final long MOST_BITMAP_BYTES = 64L << 20;
    private static final Duration UNBOUNDED = Duration.ofDays(365);

    private final WorkerPool workers;
    private final RunningSearches searches;
    private final Supplier<OuterRules> rules;
    private final WarmUp warmUp;
    private final Budget budget = new Budget(UNBOUNDED);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final BitmapMaker bitmaps = new BitmapMaker();
    private Optional<Thread> thread = Optional.empty();
    private Optional<TreeIndex> index = Optional.empty();
    private boolean settled;

    /// Whether a search has noticed a change since the builder last looked for work.
    private boolean changed;

    private boolean hopeless;
    private long bitmapBytes;
    private long queriesAnswered;

    /// Runs once before the index is built, so that the first real search finds the code loaded.
    @FunctionalInterface
    public interface WarmUp {
        void run() throws IOException, InterruptedException;
    }

    public IndexUpdater(
            WorkerPool workers,
            RunningSearches searches,
            Supplier<OuterRules> rules,
            WarmUp warmUp) {
        this.workers = workers;
        this.searches = searches;
        this.rules = rules;
        this.warmUp = warmUp;
    }

    public void warm() {
        lock.lock();
        try {
            if (thread.isEmpty() && !budget.over()) {
                Thread builder =
                        Thread.ofPlatform().daemon().name("search-index").unstarted(this::run);
                thread = Optional.of(builder);
                builder.start();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there is nothing left to build; returns at once if [#warm] was not called.
    public void await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (thread.isPresent() && !settled && !hopeless) {
                news.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        Worker worker = workers.acquire();
        try {
            if (worker.disk() instanceof NativeDisk disk) {
                disk.workInBackground();
            }
            warmUp();
            while (!budget.over() && !hopeless) {
                build(worker);
                makeBitmaps(worker);
                settle();
            }
        } catch (InterruptedException _) {
            budget.stop();
        } finally {
            workers.release(worker);
            leave();
        }
    }

    private void warmUp() throws InterruptedException {
        try {
            warmUp.run();
        } catch (IOException _) {
            // The first real search will report the error.
        }
    }

    private void leave() {
        lock.lock();
        try {
            hopeless = true;
            index.ifPresent(TreeIndex::close);
            index = Optional.empty();
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until a search has noticed a change, unless one has meanwhile.
    private void settle() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            settled = !changed;
            news.signalAll();
            while (!changed && !budget.over()) {
                news.await();
            }
            changed = false;
        } finally {
            lock.unlock();
        }
    }

    private void build(Worker worker) {
        lock.lock();
        try {
            if (index.isPresent() || hopeless) {
                return;
            }
        } finally {
            lock.unlock();
        }
        Optional<TreeIndex> built = built(worker);
        lock.lock();
        try {
            index = built;
            hopeless = built.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private Optional<TreeIndex> built(Worker worker) {
        if (!(worker.disk() instanceof NativeDisk disk)) {
            return Optional.empty();
        }
        Inotify inotify;
        try {
            inotify = new Inotify();
        } catch (IOException _) {
            return Optional.empty();
        }
        try {
            Folder root = disk.root();
            try {
                if (disk.isLocal(root)) {
                    return Optional.of(
                            new TreeIndex(rules.get(), inotify, worker, root, this::goOn));
                }
            } finally {
                disk.release(root);
            }
        } catch (IOException _) {
            // A tree that cannot be watched is walked.
        }
        inotify.close();
        return Optional.empty();
    }

    private void makeBitmaps(Worker worker) {
        List<BitmapRequest> requests = requests();
        if (requests.isEmpty() || !(worker.disk() instanceof NativeDisk disk)) {
            return;
        }
        try {
            Folder root = disk.root();
            try {
                for (BitmapRequest request : requests) {
                    if (budget.over()) {
                        return;
                    }
                    boolean full = bitmapBytes > MOST_BITMAP_BYTES;
                    store(
                            request,
                            full ? List.of() : bitmaps.of(worker, disk, root, request, this::goOn));
                }
            } finally {
                disk.release(root);
            }
        } catch (IOException _) {
            // Without its root the index is broken, as the next search will notice.
        }
    }

    /// Lets searches go first.
    private boolean goOn() {
        try {
            searches.awaitNone();
        } catch (InterruptedException _) {
            budget.stop();
        }
        return !budget.over();
    }

    /// Stores the bitmaps, except those of files that have changed meanwhile.
    private void store(BitmapRequest request, List<long[]> made) {
        lock.lock();
        try {
            bitmapBytes += request.store(made);
        } finally {
            lock.unlock();
        }
    }

    private List<BitmapRequest> requests() {
        lock.lock();
        try {
            List<BitmapRequest> requests = new ArrayList<>();
            bitmapBytes = 0;
            index.ifPresent(it -> collect(it.top(), it.top().path.length, requests));
            return requests;
        } finally {
            lock.unlock();
        }
    }

    private void collect(IndexedFolder folder, int prefix, List<BitmapRequest> requests) {
        bitmapBytes += folder.grams.bytes();
        BitmapRequest.addAll(folder, prefix, requests);
        folder.folders.forEach(it -> collect(it, prefix, requests));
    }

    /// Updates the index and queries it; empty if the search must walk.
    ///
    /// @param path the directory to search, with the prefix of the rules and a slash at its end
    public Optional<Candidates> query(
            Worker worker, OuterRules now, byte[] path, Glob glob, Grams.GramQuery query) {
        lock.lock();
        try {
            if (index.isEmpty() || !glob.namesNothingHidden()) {
                return Optional.empty();
            }
            TreeIndex tree = index.get();
            if (!refreshed(tree, worker, now)) {
                tree.close();
                index = Optional.empty();
                wake();
                return Optional.empty();
            }
            if (tree.takeChanged()) {
                wake();
            }
            Optional<IndexedFolder> from = find(tree.top(), path);
            queriesAnswered += from.isPresent() ? 1 : 0;
            return from.map(it -> Candidates.below(it, glob, query));
        } finally {
            lock.unlock();
        }
    }

    /// How many queries the index answered.
    public long queriesAnswered() {
        lock.lock();
        try {
            return queriesAnswered;
        } finally {
            lock.unlock();
        }
    }

    private boolean refreshed(TreeIndex tree, Worker worker, OuterRules now) {
        try {
            Folder root = worker.disk().root();
            try {
                tree.refresh(worker, root, now, () -> !budget.over());
            } finally {
                worker.disk().release(root);
            }
            return !tree.broken();
        } catch (IOException _) {
            return false;
        }
    }

    private void wake() {
        settled = false;
        changed = true;
        news.signalAll();
    }

    private static Optional<IndexedFolder> find(IndexedFolder top, byte[] path) {
        IndexedFolder here = top;
        while (here.path.length < path.length) {
            Optional<IndexedFolder> next =
                    here.folders.stream().filter(it -> startsWith(path, it.path)).findFirst();
            if (next.isEmpty()) {
                return Optional.empty();
            }
            here = next.get();
        }
        return here.readable ? Optional.of(here) : Optional.empty();
    }

    private static boolean startsWith(byte[] path, byte[] start) {
        return path.length >= start.length
                && Arrays.equals(path, 0, start.length, start, 0, start.length);
    }

    /// Asks the builder thread to end, without waiting for it.
    public void stop() {
        budget.stop();
        lock.lock();
        try {
            thread.ifPresent(Thread::interrupt);
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        stop();
        Optional<Thread> running;
        lock.lock();
        try {
            running = thread;
        } finally {
            lock.unlock();
        }
        running.ifPresent(IndexUpdater::joined);
    }

    private static void joined(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
