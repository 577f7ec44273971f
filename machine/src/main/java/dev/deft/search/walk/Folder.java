package dev.deft.search.walk;

import java.util.concurrent.atomic.AtomicInteger;

/// An open directory with a reference count, shared by the tasks that open something inside it.
public abstract class Folder {

    private final AtomicInteger users = new AtomicInteger(1);

    final void retain() {
        users.incrementAndGet();
    }

    /// Releases one reference; returns true for the last one, whose owner must close the directory.
    final boolean release() {
        return users.decrementAndGet() == 0;
    }
}
