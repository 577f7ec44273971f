package dev.deft.os.change;

import dev.deft.kernel.KernelException;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/// Exclusive locks on paths, between threads and between processes.
///
/// Each lock is a file in `.deft/locks` that its holder locks and finally removes; the kernel
/// releases it when the holder dies. Several paths are always locked in the same order, which
/// prevents deadlocks.
final class FilePathLocks {

    private static final long SHORTEST_WAIT = 50_000;
    private static final long LONGEST_WAIT = 2_000_000;

    private final Tree tree;
    private final OsPath directory;
    private final Map<String, ThreadLock> threadLocks = new ConcurrentHashMap<>();

    FilePathLocks(Tree tree, OsPath directory) {
        this.tree = tree;
        this.directory = directory;
    }

    /// Waits until all paths are free and locks them.
    HeldLocks take(Collection<OsPath> paths) throws KernelException, InterruptedException {
        var held = new HeldLocks(new ArrayList<>());
        boolean complete = false;
        try {
            Set<String> keys = new TreeSet<>();
            for (OsPath path : paths) {
                keys.add(key(path));
            }
            for (String key : keys) {
                held.locks.add(take(key));
            }
            complete = true;
            return held;
        } finally {
            if (!complete) {
                held.close();
            }
        }
    }

    /// Two paths with the same key only wait for each other.
    private static String key(OsPath path) {
        byte[] name = path.display().getBytes(StandardCharsets.UTF_8);
        var ieee = new CRC32();
        ieee.update(name);
        var castagnoli = new CRC32C();
        castagnoli.update(name);
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits((int) ieee.getValue())
                + hex.toHexDigits((int) castagnoli.getValue());
    }

    private Lock take(String key) throws KernelException, InterruptedException {
        ThreadLock threadLock = enter(key);
        boolean taken = false;
        try {
            OsPath file = directory.child(key);
            var lock = new Lock(key, threadLock, file, claim(file));
            taken = true;
            return lock;
        } finally {
            if (!taken) {
                leave(key, threadLock);
            }
        }
    }

    private ThreadLock enter(String key) throws InterruptedException {
        ThreadLock threadLock =
                threadLocks.compute(
                        key, (_, it) -> it == null ? new ThreadLock(1) : it.with(it.users + 1));
        if (threadLock.lock.isHeldByCurrentThread()) {
            leaveUnlocked(key);
            throw new IllegalStateException("a changer changes its own file");
        }
        boolean entered = false;
        try {
            threadLock.lock.lockInterruptibly();
            entered = true;
            return threadLock;
        } finally {
            if (!entered) {
                leaveUnlocked(key);
            }
        }
    }

    private void leave(String key, ThreadLock threadLock) {
        threadLock.lock.unlock();
        leaveUnlocked(key);
    }

    private void leaveUnlocked(String key) {
        threadLocks.computeIfPresent(key, (_, it) -> it.users == 1 ? null : it.with(it.users - 1));
    }

    /// Polls, because a thread that waits inside the kernel cannot be interrupted.
    private Tree.LockedFile claim(OsPath file) throws KernelException, InterruptedException {
        long wait = SHORTEST_WAIT;
        while (true) {
            Optional<Tree.LockedFile> claim = tree.tryLock(file);
            if (claim.isPresent()) {
                return claim.get();
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(wait);
            wait = Math.min(2 * wait, LONGEST_WAIT);
        }
    }

    /// Locked paths, released by closing.
    record HeldLocks(List<Lock> locks) implements AutoCloseable {

        @Override
        public void close() {
            release(locks.size());
        }

        /// Releases all locks, even if one release fails.
        private void release(int count) {
            if (count > 0) {
                try {
                    locks.get(count - 1).release();
                } finally {
                    release(count - 1);
                }
            }
        }
    }

    private final class Lock {

        private final String key;
        private final ThreadLock threadLock;
        private final OsPath file;
        private final Tree.LockedFile claim;

        Lock(String key, ThreadLock threadLock, OsPath file, Tree.LockedFile claim) {
            this.key = key;
            this.threadLock = threadLock;
            this.file = file;
            this.claim = claim;
        }

        void release() {
            try (claim) {
                tree.remove(file);
            } catch (KernelException _) {
                // The change is done. The lock file stays, and the next change of its path reuses
                // it.
            } finally {
                leave(key, threadLock);
            }
        }
    }

    /// Admits one thread of this process at a time, so that only one of them polls the kernel.
    private record ThreadLock(int users, ReentrantLock lock) {

        ThreadLock(int users) {
            this(users, new ReentrantLock());
        }

        ThreadLock with(int count) {
            return new ThreadLock(count, lock);
        }
    }
}
