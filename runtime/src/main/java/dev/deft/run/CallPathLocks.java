package dev.deft.run;

import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// Serializes calls that change the same path.
///
/// It has a fixed set of locks, which calls acquire in a fixed order, so they cannot deadlock.
public final class CallPathLocks {

    private static final int STRIPES = 1_024;

    private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

    /// Creates the locks of one workspace.
    public CallPathLocks() {
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    /// Waits until no other call changes these paths.
    HeldLocks acquire(List<Touch> touches) throws InterruptedException {
        return acquire(touches, () -> {});
    }

    /// The same.
    ///
    /// @param waits is called before it waits for another call
    HeldLocks acquire(List<Touch> touches, Runnable waits) throws InterruptedException {
        List<ReentrantLock> held = new ArrayList<>();
        try {
            for (int stripe : stripes(touches)) {
                if (!locks[stripe].tryLock()) {
                    waits.run();
                    locks[stripe].lockInterruptibly();
                }
                held.add(locks[stripe]);
            }
        } catch (InterruptedException e) {
            held.forEach(ReentrantLock::unlock);
            throw e;
        }
        return () -> held.forEach(ReentrantLock::unlock);
    }

    private static int[] stripes(List<Touch> touches) {
        int[] stripes = new int[touches.size()];
        int count = 0;
        for (Touch touch : touches) {
            if (touch.capability() == Capability.FS_WRITE) {
                int stripe = Math.floorMod(touch.subject().hashCode(), STRIPES);
                int at = Arrays.binarySearch(stripes, 0, count, stripe);
                if (at < 0) {
                    System.arraycopy(stripes, -at - 1, stripes, -at, count + at + 1);
                    stripes[-at - 1] = stripe;
                    count++;
                }
            }
        }
        return Arrays.copyOf(stripes, count);
    }

    /// The locks of one call. The thread that acquired them must close it.
    @FunctionalInterface
    interface HeldLocks extends AutoCloseable {

        @Override
        void close();
    }
}
