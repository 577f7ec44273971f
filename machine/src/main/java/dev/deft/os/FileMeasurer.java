package dev.deft.os;

import dev.deft.host.FileMeasure;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;

/// Measures many files with several threads.
final class FileMeasurer {

    private static final int MOST_THREADS = 8;

    /// How many files a thread takes at a time.
    private static final int SHARE = 64;

    private final Tree tree;
    private final int maxBytes;
    private final BooleanSupplier over;

    /// @param over whether the call has ended
    FileMeasurer(Tree tree, int maxBytes, BooleanSupplier over) {
        this.tree = tree;
        this.maxBytes = maxBytes;
        this.over = over;
    }

    List<FileMeasure> measure(List<String> files) throws InterruptedException {
        var next = new AtomicInteger();
        var measured = new AtomicReferenceArray<Optional<FileMeasure>>(files.size());
        int threads =
                Math.min(
                        Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()),
                        files.size() / SHARE + 1);
        List<Callable<Boolean>> shares = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            shares.add(() -> work(files, next, measured));
        }
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            finish(pool.invokeAll(shares));
        }
        var found = new ArrayList<FileMeasure>();
        for (int i = 0; i < files.size(); i++) {
            Optional.ofNullable(measured.get(i)).flatMap(it -> it).ifPresent(found::add);
        }
        return found;
    }

    private static void finish(List<Future<Boolean>> shares) throws InterruptedException {
        for (Future<Boolean> share : shares) {
            try {
                share.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("Measuring files failed.", e.getCause());
            }
        }
    }

    private boolean work(
            List<String> files,
            AtomicInteger next,
            AtomicReferenceArray<Optional<FileMeasure>> measured) {
        for (int from = next.getAndAdd(SHARE); from < files.size(); from = next.getAndAdd(SHARE)) {
            int to = Math.min(from + SHARE, files.size());
            for (int i = from; i < to; i++) {
                if (over.getAsBoolean() || Thread.currentThread().isInterrupted()) {
                    return false;
                }
                measured.set(i, measure(files.get(i)));
            }
        }
        return true;
    }

    /// Empty for a file that is gone, may not be read, or is none.
    private Optional<FileMeasure> measure(String file) {
        try (Tree.Source source = tree.open(new OsPath(file))) {
            FileStatus status = source.status();
            if (!status.isRegular()) {
                return Optional.empty();
            }
            Instant modified = Instant.EPOCH.plusNanos(status.modified());
            return Optional.of(
                    status.size() > maxBytes
                            ? FileMeasure.uncounted(file, status.size(), modified)
                            : FileMeasure.of(file, source.read(0, (int) status.size()), modified));
        } catch (KernelException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
