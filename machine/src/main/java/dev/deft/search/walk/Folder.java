package dev.deft.search.walk;

import java.util.concurrent.atomic.AtomicInteger;

/// An open directory, shared by the tasks that still have to open something inside it.
public abstract class Folder {

    private final AtomicInteger users = new AtomicInteger(1);

    final void retain() {
        users.incrementAndGet();
    }

    /// Gives up one use; true for the last one, who closes it.
    final boolean release() {
        return users.decrementAndGet() == 0;
    }
}
