package dev.deft.server.live;

import dev.deft.server.store.SessionRef;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// A lock for each session, which is there only while somebody holds it or waits for it.
/// Thread-safe.
final class SessionLocks {

    private final Map<SessionRef, Counted> locks = new ConcurrentHashMap<>();

    /// A lock and how many hold it or wait for it.
    private static final class Counted {

        private final ReentrantLock lock = new ReentrantLock();
        private int users;
    }

    /// A lock that is held until this is closed.
    @FunctionalInterface
    interface Held extends AutoCloseable {

        @Override
        void close();
    }

    /// Waits for the lock of a session.
    Held hold(SessionRef ref) {
        Counted counted =
                locks.compute(
                        ref,
                        (_, known) -> {
                            Counted it = known == null ? new Counted() : known;
                            it.users++;
                            return it;
                        });
        counted.lock.lock();
        return () -> {
            counted.lock.unlock();
            Counted _ = locks.computeIfPresent(ref, (_, it) -> --it.users == 0 ? null : it);
        };
    }
}
