package dev.deft.run;

import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// Lets calls that change the same path go one after the other.
///
/// A fixed set of locks, taken in order, so that no two calls can wait for each other.
public final class CallPathLocks {

    private static final int STRIPES = 1_024;

    private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

    /// A set of locks that nobody holds; one for each workspace.
    public CallPathLocks() {
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    /// Waits until nobody else changes what these touches change.
    HeldLocks acquire(List<Touch> touches) throws InterruptedException {
        List<ReentrantLock> held = new ArrayList<>();
        try {
            for (int stripe : stripes(touches)) {
                locks[stripe].lockInterruptibly();
                held.add(locks[stripe]);
            }
        } catch (InterruptedException e) {
            held.forEach(ReentrantLock::unlock);
            throw e;
        }
        return () -> held.forEach(ReentrantLock::unlock);
    }

    private static int[] stripes(List<Touch> touches) {
        return touches.stream()
                .filter(it -> it.capability() == Capability.FS_WRITE)
                .mapToInt(it -> Math.floorMod(it.subject().hashCode(), STRIPES))
                .sorted()
                .distinct()
                .toArray();
    }

    /// The locks of one call, given back by the thread that took them.
    @FunctionalInterface
    interface HeldLocks extends AutoCloseable {

        @Override
        void close();
    }
}
